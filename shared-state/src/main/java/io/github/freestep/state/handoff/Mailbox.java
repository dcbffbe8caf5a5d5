package io.github.freestep.state.handoff;

/**
 * The one word through which a publisher and one reader exchange windows. Every method is a single access to it, so
 * both sides are wait-free. A <i>slot</i> here is the memory for one state, as in the package document.
 *
 * <p>Java has no acquire-release form of {@code getAndSet}, so both sides use the volatile form. Each side needs the
 * acquire half and the release half; each method says what its halves order. The exploration in {@code HandoffModel}
 * shows that no access can be weaker, except {@link #fill}, which is too rare to matter. There is no separate flag for
 * "has new data". The word itself says it by not being {@code TAKEN}, so a flag and a window cannot contradict each
 * other.
 */
@SuppressWarnings("unused")
public abstract class Mailbox extends MailboxWord {
    private int a00, a01, a02, a03, a04, a05, a06, a07, a08, a09, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19;
    private int a20, a21, a22, a23, a24, a25, a26, a27, a28, a29, a30, a31, a32, a33, a34, a35;

    /**
     * Publisher: puts a window there and gets back what was there.
     *
     * <p>Release half: the publisher writes the states, and enters them in its table, before a reader can find their
     * slot numbers. Acquire half: a reader that left {@code TAKEN} no longer uses the window it held until then, and
     * its last reads of those slots end before they are written again.
     */
    public long put(long window) {
        return (long) MAIL.getAndSet(this, window);
    }

    /**
     * Reader: whether there is a window to take. An opaque load is enough, because the reader then calls {@link #take},
     * which does the ordering.
     */
    public boolean hasWindow() {
        return (long) MAIL.getOpaque(this) != Windows.TAKEN;
    }

    /**
     * Reader: takes the window, which must be there.
     *
     * <p>Acquire half: the reader sees what the publisher wrote before putting the window there. Release half: all
     * reads of the window held until now end before the publisher can find {@code TAKEN}.
     */
    public long take() {
        return (long) MAIL.getAndSet(this, Windows.TAKEN);
    }

    /**
     * Reader, on joining or leaving: puts a window in place of the expected word. That word is {@code EMPTY} on
     * joining, and {@code TAKEN} on leaving. Does nothing if the publisher was faster and has put a window there.
     *
     * <p>Release half: as in {@link #take}, for a reader that leaves. Acquire half: not needed.
     */
    public void fill(long expected, long window) {
        MAIL.compareAndSet(this, expected, window);
    }

    /**
     * Joiner, on the mailbox of the buffer's first seat (see the package document), with which every publish exchanges:
     * adds zero to the word. This changes nothing, but it comes either before or after each of the publisher's
     * exchanges. An exchange that comes after it sees what the joiner wrote before. If an exchange comes before it, the
     * joiner sees what the publisher wrote before that exchange. Rejected: a fence, because the publisher's side would
     * need one too.
     */
    public void meetPublisher() {
        MAIL.getAndAdd(this, 0L);
    }
}
