package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.state.State;
import io.github.freestep.state.StateReader;
import io.github.freestep.state.content.StateInside;
import io.github.freestep.time.TimeAnchor;
import io.github.freestep.time.VirtualClock;
import org.junit.jupiter.api.Test;

/** Time begins when the first state is written, so a large world does not begin with a backlog. */
class BeginOfTimeTest {
    private static final long TICK_NANOS = 10_000_000;
    private static final long WRITE_NANOS = 5_000_000_000L;

    private final VirtualClock clock = new VirtualClock(0);
    private int writes;

    @Test
    void aSlowFirstWriteMakesNoTickLate() {
        Falling world = new Falling();
        world.writing = () -> clock.advance(writes++ == 0 ? WRITE_NANOS : 0);
        Pass pass = new Pass(new PhysicsBuilder(world).clock(clock).setup(), () -> {}, thread -> false);
        StateReader states = pass.parts.publisher().states().reader();
        pass.start();
        assertEquals(1, writes);
        assertTrue(states.acquire());
        State first = states.state(0);
        TimeAnchor anchor = new TimeAnchor();
        first.anchor(anchor);
        assertEquals(WRITE_NANOS, anchor.wallNanos());
        assertEquals(WRITE_NANOS, StateInside.publishedNanos(first));
        clock.advance(TICK_NANOS - 1);
        assertFalse(pass.advance(false));
        clock.advance(1);
        assertTrue(pass.advance(false));
        assertEquals(0, pass.metrics.latenessNanos());
        assertTrue(states.acquire());
        assertEquals(1, states.state(0).tick());
    }
}
