// The room's first file; replaced as the room is built.
