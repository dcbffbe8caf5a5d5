package io.github.freestep.physics.realtime;

import io.github.freestep.time.VirtualClock;
import java.util.ArrayList;
import java.util.List;

/** A timer of Windows on a virtual clock. It remembers each call, and can refuse it. */
final class FakeTimer implements TimerCalls {
    private static final long HANDLE = 42;

    private final VirtualClock clock;
    private long due;

    /** The calls so far. */
    final List<String> called = new ArrayList<>();

    boolean isAllowed = true;
    boolean creates = true;
    boolean sets = true;
    boolean fires = true;

    FakeTimer(VirtualClock clock) {
        this.clock = clock;
    }

    @Override
    public boolean isAllowed() {
        return isAllowed;
    }

    @Override
    public long create() {
        called.add("create");
        return creates ? HANDLE : 0;
    }

    @Override
    public boolean set(long handle, long newDue) {
        called.add("set " + newDue + " of " + handle);
        due = newDue;
        return sets;
    }

    @Override
    public boolean await(long handle, int millis) {
        called.add("await " + millis + " ms of " + handle);
        clock.advance(fires ? -100 * due : 1_000_000L * millis);
        return fires;
    }

    @Override
    public void close(long handle) {
        called.add("close " + handle);
    }
}
