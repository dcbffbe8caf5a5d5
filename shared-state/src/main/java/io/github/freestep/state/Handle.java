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
    private byte a00, a01, a02, a03, a04, a05, a06, a07, a08, a09, a10, a11, a12, a13, a14, a15;
    private byte b00, b01, b02, b03, b04, b05, b06, b07, b08, b09, b10, b11, b12, b13, b14, b15;
    private byte c00, c01, c02, c03, c04, c05, c06, c07, c08, c09, c10, c11, c12, c13, c14, c15;
    private byte d00, d01, d02, d03, d04, d05, d06, d07, d08, d09, d10, d11, d12, d13, d14, d15;
    private byte e00, e01, e02, e03, e04, e05, e06, e07, e08, e09, e10, e11, e12, e13, e14, e15;
    private byte f00, f01, f02, f03, f04, f05, f06, f07, f08, f09, f10, f11, f12, f13, f14, f15;
    private byte g00, g01, g02, g03, g04, g05, g06, g07, g08, g09, g10, g11, g12, g13, g14, g15;
    private byte h00, h01, h02, h03, h04, h05, h06, h07, h08, h09, h10, h11, h12, h13, h14, h15;
    private byte i00, i01, i02, i03, i04, i05, i06, i07, i08, i09, i10, i11, i12, i13, i14, i15;

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
