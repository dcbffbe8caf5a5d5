package io.github.freestep.state;

/**
 * What the publisher and every {@link Reader} have in common: one thread at a time uses it, and it has one window. The
 * user's {@link StateReader} is not a handle, but refers to one.
 *
 * <p>A handle is padded on both sides, because its thread writes it all the time, and its neighbour in memory may
 * belong to another thread. It is a superclass, because as an object in a field it would cost every publish one more
 * reference to follow. Javadoc does not show it.
 */
@SuppressWarnings("unused")
abstract class Handle extends HandleFields {
    private int a00, a01, a02, a03, a04, a05, a06, a07, a08, a09, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19;
    private int a20, a21, a22, a23, a24, a25, a26, a27, a28, a29, a30, a31, a32, a33, a34, a35;

    /**
     * Binds this handle to the first thread that uses it, and refuses every other. A call by the bound thread costs one
     * comparison. If the bound thread has ended, the handle passes to the next thread that uses it, which sees
     * everything that the ended thread wrote.
     */
    final void checkThread() {
        if (owner != Thread.currentThread()) {
            bind();
        }
    }

    /**
     * Makes every further use fail. The owner is stored with release semantics, so that a thread that finds no owner
     * also finds the handle closed.
     */
    final void closeHandle() {
        closed = true;
        OWNER.setRelease(this, null);
    }

    /** Lets another thread use this handle: the next one that does is bound to it, and sees what this thread wrote. */
    final void unbind() {
        OWNER.setVolatile(this, null);
    }

    /** Takes over a handle whose thread has ended, as {@link #checkThread} does, but not one that has no thread yet. */
    final boolean takeFromEndedThread() {
        Thread bound = (Thread) OWNER.getVolatile(this);
        return bound != null && !bound.isAlive() && OWNER.compareAndSet(this, bound, Thread.currentThread());
    }

    private void bind() {
        Thread bound = (Thread) OWNER.getVolatile(this);
        boolean free = bound == null || !bound.isAlive();
        boolean mine = free && OWNER.compareAndSet(this, bound, Thread.currentThread());
        if (closed) {
            // Checked only after the exchange, because another thread may have closed the handle just before.
            OWNER.compareAndSet(this, Thread.currentThread(), null);
            throw new IllegalStateException("this " + name() + " is closed; create another");
        }
        if (!mine) {
            throw new IllegalStateException("this " + name() + " belongs to " + OWNER.getVolatile(this)
                    + " and was used by " + Thread.currentThread() + "; " + remedy());
        }
    }

    abstract String name();

    abstract String remedy();
}
