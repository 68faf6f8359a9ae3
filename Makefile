# One entrance for every task. `make run` and `make test` install what is missing (apt), build, and go.
SHELL := /bin/bash
.DEFAULT_GOAL := help
SWIFT_SOURCES := Package.swift Sources Plugins Tests Examples Benchmarks/Package.swift Benchmarks/Sources

# Contexts on their queues and actors, merging, observation, notices, several processes and writers of one file.
TSAN_TESTS := $(subst $(eval) ,|,MixedOperationsTests QueueTests AutomaticMergingTests ContextTests AsyncPerformTests \
  ContainerTests NoticeTests ConflictTests SharedStackTests LifeTests SeveralStoresTests ConcurrencyTests \
  CreationRaceTests SharingTests ModelActorTests SharedFileTests MergingTests QueryTests ContainerFacilityTests SoakTests)
TSAN_ROOMS := CoreDataTests,SQLiteStoreTests,SwiftDataTests

.PHONY: help setup build run test test-full test-release tsan bench lint format clean

help: ## list the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

setup: ## install missing distribution libraries
	@Scripts/setup

build: setup ## build everything
	swift build

run: setup ## show what the product does, on the example in the repository
	@Scripts/run-example

test: setup lint ## set up, lint, and run all tests
	swift test --parallel

test-full: setup lint ## as test, and with the tests that take minutes
	CAUSEWAY_FULL=1 swift test --parallel

test-release: setup ## run the tests of the object state and the store on an optimised build
	CAUSEWAY_TESTS=SwiftDataTests,SQLiteStoreTests swift test --parallel -c release -Xswiftc -enable-testing

tsan: setup ## run the tests of several threads under the thread sanitizer (a build of its own, then minutes)
	CAUSEWAY_TESTS=$(TSAN_ROOMS) swift build --build-tests --sanitize=thread --scratch-path .build/tsan
	"$$(dirname "$$(readlink -f "$$(command -v swift)")")/clang" -O1 -shared -fPIC Scripts/tsan-mutex.c \
	  -o .build/tsan/libtsan-mutex.so -ldl
	LD_PRELOAD="$(CURDIR)/.build/tsan/libtsan-mutex.so" CAUSEWAY_TESTS=$(TSAN_ROOMS) \
	  swift test --skip-build --sanitize=thread --scratch-path .build/tsan --filter '$(TSAN_TESTS)'

bench: setup ## compare the speed with C on SQLite's own API (release build, minutes)
	@Scripts/bench

lint: ## check the format of every source file
	swift format lint --strict --recursive --parallel $(SWIFT_SOURCES)

format: ## format every source file
	swift format --in-place --recursive --parallel $(SWIFT_SOURCES)

clean: ## remove what was built
	rm -rf .build
