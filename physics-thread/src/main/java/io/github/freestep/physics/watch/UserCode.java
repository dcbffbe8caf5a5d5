package io.github.freestep.physics.watch;

import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Marks when a thread is in the user's code, so that another thread finds a call that does not return. One thread at a
 * time writes, such as the stepping thread. Any thread reads. Entering and leaving take one ordered store each: no
 * fence, no clock, no allocation. Calls must not be nested, except in a call of a feed, which may run commands, step
 * past ticks and write states. The end of such a call takes a second store.
 */
public final class UserCode {
    /** A call of the user's code, with its name in messages. */
    public enum Call {
        SET_UP("the set-up of the world at tick "),
        STEP("the step of tick "),
        WRITE("the writing of the state of tick "),
        COMMAND("a command after tick "),
        POLL("an input source after tick "),
        FEED("the input feed at tick "),
        CLOSE("the close of the world after tick "),
        SAVE("the saving of the world after tick "),
        CALLBACK("the callback of a future, after tick "),
        HANDLER("the handler of an event of tick ");

        private final String what;

        Call(String what) {
            this.what = what;
        }

        public String text(long tick) {
            return what + tick;
        }
    }

    private static final Call[] CALLS = Call.values();

    /** The bits of a mark for the call: 0 outside of the user's code. The other bits count the calls. */
    private static final int CALL_BITS = 4;

    private static final long CALL_MASK = (1 << CALL_BITS) - 1;

    /** Written with release semantics, so that a thread that sees a mark also sees the tick of that call. */
    private final AtomicLong mark = new AtomicLong();

    private long tick;

    /** Whether the present call was made by a feed, whose call then continues. Only the writing thread uses these. */
    private boolean inFeed;

    private long feedTick;

    /**
     * Enters the user's code. For the thread that calls it.
     *
     * @param atTick the tick that a report of the call names
     */
    public void enter(Call call, long atTick) {
        if (call(mark.getPlain()) == Call.FEED) {
            inFeed = true;
            feedTick = tick;
        }
        tick = atTick;
        mark.setRelease((mark.getPlain() | CALL_MASK) + 2 + call.ordinal());
    }

    /** Leaves the user's code. For the thread that has entered it. */
    public void leave() {
        mark.setRelease(mark.getPlain() & ~CALL_MASK);
        if (inFeed) {
            inFeed = false;
            enter(Call.FEED, feedTick);
        }
    }

    /** Returns the mark of the present call. Each call has another mark. For any thread. */
    public long mark() {
        return mark.getAcquire();
    }

    /** Returns the call that a mark stands for; null outside of the user's code. */
    public static @Nullable Call call(long mark) {
        int call = (int) (mark & CALL_MASK);
        return call == 0 ? null : CALLS[call - 1];
    }

    /** Returns the tick of the newest call. Valid for a mark that {@link #mark} returns before and afterwards. */
    public long tick() {
        return tick;
    }
}
