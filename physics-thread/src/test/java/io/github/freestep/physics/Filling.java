package io.github.freestep.physics;

/** Holds all memory of the heap: a linked list of arrays, so that holding them takes no further memory. */
final class Filling {
    private volatile Object[] newest;

    /** Takes all memory to the last byte. Returns the error that every later allocation throws. */
    OutOfMemoryError fill() {
        OutOfMemoryError full = null;
        for (int size = 1 << 20; size > 0; size /= 2) {
            try {
                while (true) {
                    Object[] more = new Object[size];
                    more[0] = newest;
                    newest = more;
                }
            } catch (OutOfMemoryError e) {
                // Goes on with smaller pieces.
                full = e;
            }
        }
        return full;
    }

    void release() {
        newest = null;
    }
}
