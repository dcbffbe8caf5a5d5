package io.github.freestep.state;

import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.freestep.state.HandoffModel.Access;
import io.github.freestep.testing.WeakMemory;
import io.github.freestep.testing.WeakMemory.Accesses;
import io.github.freestep.testing.WeakMemory.Mode;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Explores how a {@link Handle} passes from thread to thread, under weak memory: two of them never use it at once. */
class HandleModelTest {
    // Locations: the owner, 0 for none; whether the handle is closed; whether each thread has ended, counted from 1.
    private static final int OWNER = 0;
    private static final int CLOSED = 1;
    private static final int ENDED = 1;

    /** Scripts: u to use the handle, r to release it, c to close it, e to end, t to close it for an ended thread. */
    private static final String[][] SCENES = {
        {"u", "u"}, {"ur", "ur", "u"}, {"ue", "ue"}, {"uc", "u"}, {"urc", "u"}, {"ue", "t", "u"}, {"ur", "ue", "t"}
    };

    @Test
    void twoThreadsNeverUseAHandleAtOnce() {
        explore(null, null, false);
    }

    @ParameterizedTest
    @CsvSource({"CLOSE, OPAQUE", "UNBIND, OPAQUE", "BIND, OPAQUE", "BIND, TWO_ACCESSES", "TAKE_FROM_ENDED, TWO_ACCESSES"
    })
    void findsEveryWeakenedAccess(Access weaker, Mode mode) {
        assertThrows(AssertionError.class, () -> explore(weaker, mode, false));
    }

    @Test
    void findsThatAHandleMayBeClosedBetweenACheckAndTheBinding() {
        assertThrows(AssertionError.class, () -> explore(null, null, true));
    }

    private static void explore(@Nullable Access weaker, @Nullable Mode mode, boolean checksFirst) {
        for (String[] scripts : SCENES) {
            WeakMemory.Program program = (memory, own) -> {
                String script = scripts[memory.thread];
                boolean runs = own[0] < script.length();
                if (runs) {
                    char op = script.charAt((int) own[0]++);
                    new Run(memory, memory.thread + 1, weaker, mode, checksFirst).run(op);
                }
                return runs;
            };
            long[] initial = new long[ENDED + scripts.length + 1];
            new WeakMemory(initial, new long[1], new long[scripts.length][1], program).explore(end -> {}, 100_000);
        }
    }

    private record Run(
            Accesses memory,
            int me,
            @Nullable Access weaker,
            @Nullable Mode mode,
            boolean checksFirst) {
        void run(char op) {
            boolean isMine = op == 't' ? takeFromEnded() : op != 'e' && enter();
            if (op == 'e') {
                memory.store(ENDED + me, 1, Mode.RELEASE);
            } else if (isMine) {
                memory.write(0, me);
                if (op == 'r') {
                    memory.store(OWNER, 0, mode(Access.UNBIND));
                } else if (op != 'u') {
                    memory.store(CLOSED, 1, Mode.OPAQUE);
                    memory.store(OWNER, 0, mode(Access.CLOSE));
                    // The seat gets another reader.
                    memory.write(0, 0);
                }
            }
        }

        private boolean enter() {
            // Plain in the code, which never sees itself without having stored itself.
            if (memory.load(OWNER, Mode.OPAQUE) == me) {
                return true;
            }
            boolean wasClosed = checksFirst && memory.load(CLOSED, Mode.OPAQUE) == 1;
            long bound = memory.load(OWNER, mode(Access.LOOK));
            boolean isFree = bound == 0 || hasEnded(bound);
            boolean isMine = isFree && memory.compareAndSet(OWNER, bound, me, mode(Access.BIND));
            if (checksFirst ? wasClosed : memory.load(CLOSED, Mode.OPAQUE) == 1) {
                memory.compareAndSet(OWNER, me, 0, mode(Access.BIND));
                return false;
            }
            return isMine;
        }

        private boolean takeFromEnded() {
            long bound = memory.load(OWNER, mode(Access.LOOK_FOR_ENDED));
            return bound != 0
                    && hasEnded(bound)
                    && memory.compareAndSet(OWNER, bound, me, mode(Access.TAKE_FROM_ENDED));
        }

        private boolean hasEnded(long thread) {
            return memory.load(ENDED + (int) thread, Mode.ACQUIRE) == 1;
        }

        private Mode mode(Access access) {
            return access == weaker ? mode : access.mode;
        }
    }
}
