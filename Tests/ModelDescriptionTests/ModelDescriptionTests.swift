// The room's first test file; replaced as the room is built.
