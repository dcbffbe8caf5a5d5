package io.github.freestep.physics;

/** All memory of the heap: a linked list of arrays, so that holding them takes no further memory. */
final class Filling {
    private static final int ROUNDS = 5;

    private volatile Object[] newest;

    /** Takes all memory to the last byte. Returns the error that every later allocation throws. */
    OutOfMemoryError fill() {
        for (int size = 1 << 20; size > 1; size /= 2) {
            add(size);
        }
        OutOfMemoryError full = add(1);
        // A collection may move objects so that another one fits.
        for (int i = 0; i < ROUNDS; i++) {
            full = add(1);
        }
        return full;
    }

    private OutOfMemoryError add(int size) {
        try {
            while (true) {
                Object[] more = new Object[size];
                more[0] = newest;
                newest = more;
            }
        } catch (OutOfMemoryError full) {
            return full;
        }
    }

    /** Frees the memory, and waits until allocations succeed: after long at its limit, a collector refuses some. */
    void release() {
        newest = null;
        boolean full = true;
        while (full) {
            try {
                System.gc();
                full = new byte[1 << 20].length == 0;
            } catch (OutOfMemoryError stillRefused) {
                Thread.onSpinWait();
            }
        }
    }
}
