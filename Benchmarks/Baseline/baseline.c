// The workloads of this folder on SQLite's C API alone, in the table layout of a Core Data store: as little work as
// the job allows. `baseline WORKLOAD STORE` prints one line of measurements; `baseline index STORE` adds the index
// that c_idx wants.

#include <sqlite3.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

enum { AUTHORS = 1000, BOOKS = 100000, ROWS = 1000000, CHANGED = 10000, DELETED = 100, PAGE = 20 };

// MARK: Data, the same as Workload.swift makes

static const char *const words[16] = {"alder", "birch", "cedar", "dogwood", "elm", "fir", "ginkgo", "hazel",
                                      "ivy", "juniper", "larch", "maple", "oak", "poplar", "rowan", "spruce"};

static uint64_t state;

static uint64_t next_random(void) {
  uint64_t z = (state += 0x9E3779B97F4A7C15u);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

typedef struct {
  int64_t key, author, pages, in_print;
  int entity, version;
  double published, rating;
  char *isbn, *title;
} Book;

static void make_book(Book *book, int index) {
  uint64_t bits = next_random();
  char title[64], isbn[16];
  snprintf(title, sizeof title, "%s %s %s %06d", words[bits & 15], words[bits >> 4 & 15], words[bits >> 8 & 15], index);
  snprintf(isbn, sizeof isbn, "978%010llu", (unsigned long long)(next_random() % 10000000000u));
  book->key = index + 1;
  book->entity = 2;
  book->version = 1;
  book->author = index % AUTHORS + 1;
  book->pages = 50 + (int64_t)(next_random() % 951);
  book->in_print = bits >> 12 & 1;
  book->published = (double)(next_random() % 788918400u) + 0.5;
  book->rating = (double)(next_random() % 501) / 100;
  book->title = strdup(title);
  book->isbn = strdup(isbn);
}

static double sum_of(const Book *book) {
  return (double)(book->in_print + book->pages) + book->published * 1e-6 + book->rating +
         (double)(strlen(book->isbn) + strlen(book->title));
}

static void free_book(Book *book) {
  free(book->isbn);
  free(book->title);
  free(book);
}

// MARK: Database

static sqlite3 *db;

static void check(int status) {
  if (status == SQLITE_OK || status == SQLITE_ROW || status == SQLITE_DONE) return;
  fprintf(stderr, "baseline: %s\n", sqlite3_errmsg(db));
  exit(2);
}

static void run(const char *sql) { check(sqlite3_exec(db, sql, NULL, NULL, NULL)); }

static sqlite3_stmt *prepare(const char *sql) {
  sqlite3_stmt *statement;
  check(sqlite3_prepare_v3(db, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL));
  return statement;
}

static void step_once(sqlite3_stmt *statement) {
  check(sqlite3_step(statement));
  sqlite3_reset(statement);
}

static void open_store(const char *path) {
  check(sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, NULL));
  run("PRAGMA journal_mode = WAL");
  run("PRAGMA synchronous = NORMAL");
}

static void make_tables(void) {
  run("CREATE TABLE ZAUTHOR ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR )");
  run("CREATE TABLE ZBOOK ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZINPRINT INTEGER,"
      " ZPAGECOUNT INTEGER, ZAUTHOR INTEGER, ZPUBLISHEDON TIMESTAMP, ZRATING FLOAT, ZISBN VARCHAR, ZTITLE VARCHAR )");
  run("CREATE INDEX ZBOOK_ZAUTHOR_INDEX ON ZBOOK (ZAUTHOR)");
  run("CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER)");
  run("INSERT INTO Z_PRIMARYKEY VALUES (1, 'Author', 0, 0), (2, 'Book', 0, 0)");
}

#define COLUMNS "Z_PK, Z_ENT, Z_OPT, ZINPRINT, ZPAGECOUNT, ZAUTHOR, ZPUBLISHEDON, ZRATING, ZISBN, ZTITLE"

static char *copy_text(sqlite3_stmt *row, int column) {
  const unsigned char *text = sqlite3_column_text(row, column);
  size_t size = (size_t)sqlite3_column_bytes(row, column) + 1;
  return memcpy(malloc(size), text, size);
}

static Book *read_book(sqlite3_stmt *row) {
  Book *book = malloc(sizeof *book);
  book->key = sqlite3_column_int64(row, 0);
  book->entity = sqlite3_column_int(row, 1);
  book->version = sqlite3_column_int(row, 2);
  book->in_print = sqlite3_column_int64(row, 3);
  book->pages = sqlite3_column_int64(row, 4);
  book->author = sqlite3_column_int64(row, 5);
  book->published = sqlite3_column_double(row, 6);
  book->rating = sqlite3_column_double(row, 7);
  book->isbn = copy_text(row, 8);
  book->title = copy_text(row, 9);
  return book;
}

// MARK: Measuring

static double started, stopped;

static double cpu_milliseconds(void) {
  struct rusage use;
  getrusage(RUSAGE_SELF, &use);
  return (double)(use.ru_utime.tv_sec + use.ru_stime.tv_sec) * 1e3 +
         (double)(use.ru_utime.tv_usec + use.ru_stime.tv_usec) / 1e3;
}

static void start(void) { started = cpu_milliseconds(); }
static void stop(void) { stopped = cpu_milliseconds(); }

static long peak_kilobytes(void) {
  FILE *file = fopen("/proc/self/status", "r");
  char line[256];
  long peak = 0;
  while (file && fgets(line, sizeof line, file))
    if (!strncmp(line, "VmHWM:", 6)) peak = atol(line + 6);
  if (file) fclose(file);
  return peak;
}

// MARK: Workloads: each answers with a checksum

static double insert_all(void) {
  Book *books = malloc(sizeof(Book) * BOOKS);
  state = 42;
  for (int i = 0; i < BOOKS; i++) make_book(&books[i], i);
  make_tables();
  start();
  run("BEGIN IMMEDIATE");
  run("UPDATE Z_PRIMARYKEY SET Z_MAX = Z_MAX + 1000 WHERE Z_ENT = 1");
  run("UPDATE Z_PRIMARYKEY SET Z_MAX = Z_MAX + 100000 WHERE Z_ENT = 2");
  sqlite3_stmt *author = prepare("INSERT INTO ZAUTHOR VALUES (?, 1, 1, ?)");
  for (int i = 0; i < AUTHORS; i++) {
    char name[32];
    snprintf(name, sizeof name, "Author number %06d", i);
    sqlite3_bind_int64(author, 1, i + 1);
    sqlite3_bind_text(author, 2, name, -1, SQLITE_STATIC);
    step_once(author);
  }
  sqlite3_stmt *insert = prepare("INSERT INTO ZBOOK (" COLUMNS ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  for (int i = 0; i < BOOKS; i++) {
    const Book *book = &books[i];
    sqlite3_bind_int64(insert, 1, book->key);
    sqlite3_bind_int(insert, 2, book->entity);
    sqlite3_bind_int(insert, 3, book->version);
    sqlite3_bind_int64(insert, 4, book->in_print);
    sqlite3_bind_int64(insert, 5, book->pages);
    sqlite3_bind_int64(insert, 6, book->author);
    sqlite3_bind_double(insert, 7, book->published);
    sqlite3_bind_double(insert, 8, book->rating);
    sqlite3_bind_text(insert, 9, book->isbn, -1, SQLITE_STATIC);
    sqlite3_bind_text(insert, 10, book->title, -1, SQLITE_STATIC);
    step_once(insert);
  }
  run("COMMIT");
  stop();
  return BOOKS;
}

// Rows that no object stands for: made one by one, so that a million of them takes no memory to speak of.
static double insert_rows(void) {
  state = 42;
  make_tables();
  start();
  run("BEGIN IMMEDIATE");
  run("UPDATE Z_PRIMARYKEY SET Z_MAX = Z_MAX + 1000000 WHERE Z_ENT = 2");
  sqlite3_stmt *insert = prepare("INSERT INTO ZBOOK (" COLUMNS ") VALUES (?, ?, ?, ?, ?, NULL, ?, ?, ?, ?)");
  for (int i = 0; i < ROWS; i++) {
    Book book;
    make_book(&book, i);
    sqlite3_bind_int64(insert, 1, book.key);
    sqlite3_bind_int(insert, 2, book.entity);
    sqlite3_bind_int(insert, 3, book.version);
    sqlite3_bind_int64(insert, 4, book.in_print);
    sqlite3_bind_int64(insert, 5, book.pages);
    sqlite3_bind_double(insert, 6, book.published);
    sqlite3_bind_double(insert, 7, book.rating);
    sqlite3_bind_text(insert, 8, book.isbn, -1, SQLITE_STATIC);
    sqlite3_bind_text(insert, 9, book.title, -1, SQLITE_STATIC);
    step_once(insert);
    free(book.isbn);
    free(book.title);
  }
  run("COMMIT");
  stop();
  return ROWS;
}

static double fetch_all(void) {
  Book **books = malloc(sizeof(Book *) * BOOKS);
  double sum = 0;
  int count = 0;
  start();
  sqlite3_stmt *rows = prepare("SELECT " COLUMNS " FROM ZBOOK");
  while (sqlite3_step(rows) == SQLITE_ROW && count < BOOKS) books[count++] = read_book(rows);
  for (int i = 0; i < count; i++) sum += sum_of(books[i]);
  stop();
  return sum;
}

static double search(int repetitions) {
  double sum = 0;
  start();
  sqlite3_stmt *rows = prepare("SELECT " COLUMNS " FROM ZBOOK WHERE instr(ZTITLE, ?1) > 0 AND ZPAGECOUNT >= ?2"
                               " AND ZPAGECOUNT <= ?3 ORDER BY ZPUBLISHEDON LIMIT 20");
  for (int i = 0; i < repetitions; i++) {
    int low = 100 + i * 37 % 500, count = 0;
    Book *page[PAGE];
    sqlite3_bind_text(rows, 1, words[i % 16], -1, SQLITE_STATIC);
    sqlite3_bind_int(rows, 2, low);
    sqlite3_bind_int(rows, 3, low + 200);
    while (sqlite3_step(rows) == SQLITE_ROW && count < PAGE) page[count++] = read_book(rows);
    sqlite3_reset(rows);
    for (int j = 0; j < count; j++) {
      sum += sum_of(page[j]);
      free_book(page[j]);
    }
  }
  stop();
  return sum;
}

static double count_by(const char *condition, int repetitions, int first, int step, int modulus) {
  char sql[200];
  snprintf(sql, sizeof sql, "SELECT count(*) FROM ZBOOK WHERE %s", condition);
  double sum = 0;
  start();
  sqlite3_stmt *count = prepare(sql);
  for (int i = 0; i < repetitions; i++) {
    sqlite3_bind_int(count, 1, first + i * step % modulus);
    check(sqlite3_step(count));
    sum += sqlite3_column_int64(count, 0);
    sqlite3_reset(count);
  }
  stop();
  return sum;
}

static double scan_titles(void) {
  double sum = 0;
  start();
  sqlite3_stmt *count = prepare("SELECT count(*) FROM ZBOOK WHERE instr(ZTITLE, ?) > 0");
  for (int i = 0; i < 100; i++) {
    sqlite3_bind_text(count, 1, words[i % 16], -1, SQLITE_STATIC);
    check(sqlite3_step(count));
    sum += sqlite3_column_int64(count, 0);
    sqlite3_reset(count);
  }
  stop();
  return sum;
}

static double by_key(void) {
  double sum = 0;
  state = 7;
  start();
  sqlite3_stmt *row = prepare("SELECT " COLUMNS " FROM ZBOOK WHERE Z_PK = ?");
  for (int i = 0; i < BOOKS; i++) {
    sqlite3_bind_int64(row, 1, 1 + (int64_t)(next_random() % BOOKS));
    check(sqlite3_step(row));
    Book *book = read_book(row);
    sqlite3_reset(row);
    sum += sum_of(book);
    free_book(book);
  }
  stop();
  return sum;
}

static double change_some(void) {
  Book **books = malloc(sizeof(Book *) * CHANGED);
  int count = 0;
  sqlite3_stmt *rows = prepare("SELECT " COLUMNS " FROM ZBOOK WHERE Z_PK <= 10000");
  while (sqlite3_step(rows) == SQLITE_ROW && count < CHANGED) books[count++] = read_book(rows);
  sqlite3_finalize(rows);
  start();
  run("BEGIN IMMEDIATE");
  sqlite3_stmt *update = prepare("UPDATE ZBOOK SET ZPAGECOUNT = ?, Z_OPT = ? WHERE Z_PK = ? AND Z_OPT = ?");
  for (int i = 0; i < count; i++) {
    Book *book = books[i];
    book->pages += 1;
    sqlite3_bind_int64(update, 1, book->pages);
    sqlite3_bind_int(update, 2, book->version + 1);
    sqlite3_bind_int64(update, 3, book->key);
    sqlite3_bind_int(update, 4, book->version);
    step_once(update);
    if (sqlite3_changes(db) != 1) exit(3);
    book->version++;
  }
  run("COMMIT");
  stop();
  return count;
}

static double follow(int at_once) {
  int64_t keys[AUTHORS];
  int authors = 0, count = 0;
  double sum = 0;
  Book **books = malloc(sizeof(Book *) * BOOKS);
  start();
  sqlite3_stmt *owners = prepare("SELECT Z_PK, ZNAME FROM ZAUTHOR");
  while (sqlite3_step(owners) == SQLITE_ROW && authors < AUTHORS) keys[authors++] = sqlite3_column_int64(owners, 0);
  if (at_once) {
    char *sql = malloc(64 + sizeof COLUMNS + AUTHORS * 2);
    char *end = sql + sprintf(sql, "SELECT %s FROM ZBOOK WHERE ZAUTHOR IN (?", COLUMNS);
    for (int i = 1; i < authors; i++) end += sprintf(end, ",?");
    strcpy(end, ")");
    sqlite3_stmt *rows = prepare(sql);
    for (int i = 0; i < authors; i++) sqlite3_bind_int64(rows, i + 1, keys[i]);
    while (sqlite3_step(rows) == SQLITE_ROW && count < BOOKS) books[count++] = read_book(rows);
  } else {
    sqlite3_stmt *rows = prepare("SELECT " COLUMNS " FROM ZBOOK WHERE ZAUTHOR = ?");
    for (int i = 0; i < authors; i++) {
      sqlite3_bind_int64(rows, 1, keys[i]);
      while (sqlite3_step(rows) == SQLITE_ROW && count < BOOKS) books[count++] = read_book(rows);
      sqlite3_reset(rows);
    }
  }
  for (int i = 0; i < count; i++) sum += (double)books[i]->pages;
  stop();
  return sum;
}

static double delete_some(void) {
  int64_t *keys = malloc(sizeof(int64_t) * BOOKS);
  int *versions = malloc(sizeof(int) * BOOKS);
  int count = 0;
  start();
  run("BEGIN IMMEDIATE");
  sqlite3_stmt *rows = prepare("SELECT Z_PK, Z_OPT FROM ZBOOK WHERE ZAUTHOR = ?");
  for (int author = 1; author <= DELETED; author++) {
    sqlite3_bind_int(rows, 1, author);
    while (sqlite3_step(rows) == SQLITE_ROW && count < BOOKS) {
      keys[count] = sqlite3_column_int64(rows, 0);
      versions[count++] = sqlite3_column_int(rows, 1);
    }
    sqlite3_reset(rows);
  }
  sqlite3_stmt *book = prepare("DELETE FROM ZBOOK WHERE Z_PK = ? AND Z_OPT = ?");
  for (int i = 0; i < count; i++) {
    sqlite3_bind_int64(book, 1, keys[i]);
    sqlite3_bind_int(book, 2, versions[i]);
    step_once(book);
  }
  sqlite3_stmt *author = prepare("DELETE FROM ZAUTHOR WHERE Z_PK = ? AND Z_OPT = 1");
  for (int i = 1; i <= DELETED; i++) {
    sqlite3_bind_int(author, 1, i);
    step_once(author);
  }
  run("COMMIT");
  stop();
  return count;
}

static double open_and_read(const char *path) {
  start();
  open_store(path);
  sqlite3_stmt *rows = prepare("SELECT " COLUMNS " FROM ZBOOK ORDER BY Z_PK LIMIT 1");
  check(sqlite3_step(rows));
  Book *book = read_book(rows);
  double sum = sum_of(book);
  free_book(book);
  sqlite3_finalize(rows);
  sqlite3_close(db);
  db = NULL;
  stop();
  return sum;
}

int main(int argc, char **argv) {
  if (argc != 3) {
    fprintf(stderr, "usage: baseline a|b|c|c_idx|d|e|f|f_pre|g|h|h_idx|cd|i|k|index STORE\n");
    return 2;
  }
  const char *name = argv[1];
  double sum = 0;
  if (strcmp(name, "k")) open_store(argv[2]);
  if (!strcmp(name, "k")) {
    sum = open_and_read(argv[2]);
  } else if (!strcmp(name, "index")) {
    run("CREATE INDEX Z_Book_byPublishedOn ON ZBOOK (ZPUBLISHEDON COLLATE BINARY ASC)");
  } else if (!strcmp(name, "a")) {
    sum = insert_all();
  } else if (!strcmp(name, "b")) {
    sum = fetch_all();
  } else if (!strcmp(name, "c")) {
    sum = search(100);
  } else if (!strcmp(name, "c_idx")) {
    sum = search(1000);
  } else if (!strcmp(name, "d")) {
    sum = by_key();
  } else if (!strcmp(name, "e")) {
    sum = change_some();
  } else if (!strcmp(name, "f")) {
    sum = follow(0);
  } else if (!strcmp(name, "f_pre")) {
    sum = follow(1);
  } else if (!strcmp(name, "g")) {
    sum = delete_some();
  } else if (!strcmp(name, "h")) {
    sum = count_by("ZPAGECOUNT > ?", 100, 100, 8, 1000);
  } else if (!strcmp(name, "h_idx")) {
    sum = count_by("ZAUTHOR = ?", 10000, 1, 1, AUTHORS);
  } else if (!strcmp(name, "cd")) {
    sum = scan_titles();
  } else if (!strcmp(name, "i")) {
    sum = insert_rows();
  } else {
    return 2;
  }
  printf("%.3f %ld %.3f\n", stopped - started, peak_kilobytes(), sum);
  sqlite3_close(db);
  return 0;
}
