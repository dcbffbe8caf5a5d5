package io.github.freestep.physics.realtime;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/** Calls kernel32 of Windows, but was never run there. For one thread. */
final class WindowsTimer implements TimerCalls {
    private static final int HIGH_RESOLUTION = 2;
    /** To set the timer (TIMER_MODIFY_STATE), and to wait for it (SYNCHRONIZE). */
    private static final int ACCESS = 0x0002 | 0x00100000;

    private static final int FIRED = 0;

    private final MemorySegment dueTime = Arena.ofAuto().allocate(ValueLayout.JAVA_LONG);

    @Override
    public boolean isAllowed() {
        return WindowsTimer.class.getModule().isNativeAccessEnabled();
    }

    @Override
    public long create() {
        try {
            return (long) Calls.CREATE.invokeExact(0L, 0L, HIGH_RESOLUTION, ACCESS);
        } catch (Throwable e) {
            throw Links.unchecked(e);
        }
    }

    @Override
    public boolean set(long handle, long due) {
        dueTime.set(ValueLayout.JAVA_LONG, 0, due);
        try {
            // No period, no callback, no reason to wake the machine, no tolerated delay.
            return (int) Calls.SET.invokeExact(handle, dueTime, 0, 0L, 0L, 0L, 0) != 0;
        } catch (Throwable e) {
            throw Links.unchecked(e);
        }
    }

    @Override
    public boolean await(long handle, int millis) {
        try {
            return (int) Calls.WAIT.invokeExact(handle, millis) == FIRED;
        } catch (Throwable e) {
            throw Links.unchecked(e);
        }
    }

    @Override
    public void close(long handle) {
        try {
            int unused = (int) Calls.CLOSE.invokeExact(handle);
        } catch (Throwable e) {
            throw Links.unchecked(e);
        }
    }

    /** Linked at the first call. Handles and null are passed as long, which needs no object. */
    private static final class Calls {
        static final MethodHandle CREATE = link(
                "CreateWaitableTimerExW",
                FunctionDescriptor.of(
                        ValueLayout.JAVA_LONG,
                        ValueLayout.JAVA_LONG,
                        ValueLayout.JAVA_LONG,
                        ValueLayout.JAVA_INT,
                        ValueLayout.JAVA_INT));

        static final MethodHandle SET = link(
                "SetWaitableTimerEx",
                FunctionDescriptor.of(
                        ValueLayout.JAVA_INT,
                        ValueLayout.JAVA_LONG,
                        ValueLayout.ADDRESS,
                        ValueLayout.JAVA_INT,
                        ValueLayout.JAVA_LONG,
                        ValueLayout.JAVA_LONG,
                        ValueLayout.JAVA_LONG,
                        ValueLayout.JAVA_INT));

        static final MethodHandle WAIT = link(
                "WaitForSingleObject",
                FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG, ValueLayout.JAVA_INT));

        static final MethodHandle CLOSE =
                link("CloseHandle", FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG));

        private Calls() {}

        @SuppressWarnings("restricted") // isAllowed() says whether native access is enabled.
        private static MethodHandle link(String name, FunctionDescriptor types) {
            return Links.link(SymbolLookup.libraryLookup("kernel32", Arena.global()), name, types);
        }
    }
}
