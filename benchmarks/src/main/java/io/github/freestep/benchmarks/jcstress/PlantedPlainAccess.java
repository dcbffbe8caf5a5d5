package io.github.freestep.benchmarks.jcstress;

import java.util.Arrays;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/**
 * The protocol of {@link TripleBuffer} with a planted fault: plain accesses instead of an atomic exchange. This test
 * must fail; otherwise the tests of this package detect nothing. It has a copy of the protocol with three slots,
 * because there is no way to plant the fault in the library's own classes.
 */
@JCStressTest
@Outcome(id = "empty", expect = Expect.ACCEPTABLE, desc = "no state was published yet")
@Outcome(id = "whole", expect = Expect.ACCEPTABLE, desc = "all parts as published")
@Outcome(expect = Expect.FORBIDDEN, desc = "the planted fault is found")
@State
public class PlantedPlainAccess {
    private static final int TICKS = 7;
    private static final int LOOKS = 4;
    private static final int VALUES = 6;

    /** A bit of the mailbox. It is set while the slot in the mailbox is published and not yet taken. */
    private static final int NEWS = 4;

    private final long[][] slots = new long[3][VALUES];
    private int mailbox = 1;
    private int written;
    private int held = 2;

    @Actor
    public void publisher() {
        for (int tick = 1; tick <= TICKS; tick++) {
            Arrays.fill(slots[written], tick);
            written = exchange(written | NEWS) & ~NEWS;
        }
    }

    @Actor
    public void reader(L_Result result) {
        String seen = "empty";
        long newest = 0;
        for (int i = 0; i < LOOKS && (seen.equals("empty") || seen.equals("whole")); i++) {
            if ((mailbox & NEWS) != 0) {
                held = exchange(held) & ~NEWS;
                seen = look(slots[held], newest);
                newest = slots[held][0];
            } else if (newest > 0) {
                seen = look(slots[held], newest);
            }
        }
        result.r1 = seen;
    }

    private static String look(long[] slot, long newest) {
        for (long value : slot) {
            if (value != slot[0]) {
                return "torn";
            }
        }
        return slot[0] < newest ? "older than before" : "whole";
    }

    /** Not atomic: this is the planted fault. */
    private int exchange(int slot) {
        int old = mailbox;
        mailbox = slot;
        return old;
    }
}
