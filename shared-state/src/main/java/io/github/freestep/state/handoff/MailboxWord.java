package io.github.freestep.state.handoff;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** The one word of a mailbox, behind its padding. */
abstract class MailboxWord extends Padding {
    /** Accesses the one word. */
    static final VarHandle MAIL = access(MethodHandles.lookup(), "window", long.class);

    @SuppressWarnings("unused")
    private volatile long window = Windows.EMPTY;
}
