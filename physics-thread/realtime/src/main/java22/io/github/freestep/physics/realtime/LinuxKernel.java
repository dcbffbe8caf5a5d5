package io.github.freestep.physics.realtime;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;

/** Calls the C library of Linux. */
final class LinuxKernel implements Kernel {
    /** The processors that a mask can name, as in the C library. */
    private static final int PROCESSORS = 1_024;

    @Override
    public boolean isAllowed() {
        return LinuxKernel.class.getModule().isNativeAccessEnabled();
    }

    @Override
    public int thread() {
        try {
            // A link to <process>/task/<thread>. The C library has gettid only since glibc 2.30.
            Path link = Files.readSymbolicLink(Path.of("/proc/thread-self"));
            return Integer.parseInt(link.getFileName().toString());
        } catch (IOException | RuntimeException e) {
            throw new IllegalStateException(
                    "realTime and cpu must be able to read /proc/thread-self, but could not; mount /proc, or leave"
                            + " them out",
                    e);
        }
    }

    @Override
    public int realTime(int thread, int priority) {
        return schedule(thread, Calls.FIFO, priority);
    }

    @Override
    public int ordinary(int thread) {
        return schedule(thread, Calls.OTHER, 0);
    }

    private static int schedule(int thread, int policy, int priority) {
        try (Arena arena = Arena.ofConfined()) {
            // struct sched_param has this one field.
            MemorySegment parameter = arena.allocateFrom(ValueLayout.JAVA_INT, priority);
            MemorySegment state = arena.allocate(Calls.STATE);
            // A thread that has this flag may not drop it without privilege.
            int flags = policy | Calls.RESET_ON_FORK;
            int result = (int) Calls.SET_SCHEDULER.invokeExact(state, thread, flags, parameter);
            return error(result, state);
        } catch (Throwable e) {
            throw unchecked(e);
        }
    }

    @Override
    public int processor(int thread, int number) {
        try (Arena arena = Arena.ofConfined()) {
            // A mask of unsigned longs.
            MemorySegment mask = arena.allocate(ValueLayout.JAVA_LONG, PROCESSORS / Long.SIZE);
            mask.setAtIndex(ValueLayout.JAVA_LONG, number / Long.SIZE, 1L << number);
            MemorySegment state = arena.allocate(Calls.STATE);
            int result = (int) Calls.SET_AFFINITY.invokeExact(state, thread, mask.byteSize(), mask);
            return error(result, state);
        } catch (Throwable e) {
            throw unchecked(e);
        }
    }

    /** Returns the error to throw. The method handle declares Throwable, but a call of C throws nothing. */
    private static Error unchecked(Throwable failure) {
        if (failure instanceof RuntimeException unchecked) {
            throw unchecked;
        }
        return failure instanceof Error error ? error : new AssertionError(failure);
    }

    /** Returns 0, or the errno of a call that has failed. */
    private static int error(int result, MemorySegment state) {
        return result == 0 ? 0 : state.get(ValueLayout.JAVA_INT, Calls.ERROR_OFFSET);
    }

    /** Linked at the first call: linking warns if native access is not enabled. */
    private static final class Calls {
        static final int OTHER = 0;
        static final int FIFO = 1;
        static final int RESET_ON_FORK = 0x40000000;

        static final StructLayout STATE = Linker.Option.captureStateLayout();
        static final long ERROR_OFFSET = STATE.byteOffset(MemoryLayout.PathElement.groupElement("errno"));

        static final MethodHandle SET_SCHEDULER = link(
                "sched_setscheduler",
                FunctionDescriptor.of(
                        ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.ADDRESS));

        static final MethodHandle SET_AFFINITY = link(
                "sched_setaffinity",
                FunctionDescriptor.of(
                        ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG, ValueLayout.ADDRESS));

        private Calls() {}

        @SuppressWarnings("restricted")
        private static MethodHandle link(String name, FunctionDescriptor types) {
            Linker linker = Linker.nativeLinker();
            MemorySegment function = linker.defaultLookup()
                    .find(name)
                    .orElseThrow(() -> new UnsatisfiedLinkError("the C library has no " + name));
            return linker.downcallHandle(function, types, Linker.Option.captureCallState("errno"));
        }
    }
}
