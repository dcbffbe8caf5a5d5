package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.internal.Inside;
import io.github.freestep.physics.input.InputEvent;
import io.github.freestep.physics.input.InputValues;
import io.github.freestep.physics.journal.RunLog;
import io.github.freestep.state.StateReader;
import io.github.freestep.time.VirtualClock;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A warm-up begins the next tick, and changes nothing that a user can notice. */
class WarmUpTest {
    private static final long TICK_NANOS = 10_000_000;

    @Test
    void nothingIsSteppedPolledReportedOrCountedTwice() {
        assertEquals(run(0), run(3));
    }

    /** Returns all that a run shows, with n warm-ups before each tick. */
    private static List<String> run(int warmUps) {
        VirtualClock clock = new VirtualClock(0);
        Falling world = new Falling();
        List<String> seen = new ArrayList<>();
        Pass pass = new Pass(
                new PhysicsBuilder(world)
                        .clock(clock)
                        .input(sample -> {
                            seen.add("polled before step " + world.steps);
                            sample.axis(0, world.steps % 3);
                            sample.action(1, 1);
                        })
                        .setup(),
                () -> {},
                thread -> false);
        List<String> journal = new ArrayList<>();
        Inside.of(pass.parts.output().events()).log(() -> new RunLog() {
            @Override
            public void input(long tick, InputValues input) {
                journal.add(tick + ": axis 0 = " + input.axisAtStart(0));
                for (int i = 0; i < input.size; i++) {
                    InputEvent each = input.event(i);
                    journal.add(
                            tick + ": " + each.action + " " + each.code + " " + each.value + " at " + each.fraction);
                }
            }
        });
        EventReader events =
                pass.parts.output().events().with(PhysicsEvent.Kind.values()).open();
        StateReader states = pass.parts.publisher().states().reader();
        pass.start();
        for (int i = 0; i < 20; i++) {
            pass.parts.port().action(2, i, clock.nanoTime() + 1_000);
            clock.advance(TICK_NANOS / 2);
            pass.advance(false);
            for (int n = 0; n < warmUps; n++) {
                pass.advance(true);
            }
            clock.advance(TICK_NANOS / 2);
            pass.advance(false);
            events.poll(event -> seen.add(event.kind() + " in tick " + event.tick()));
            seen.add(states.acquire() + " " + states.state(0).tick());
            seen.add(figures(pass.metrics));
        }
        seen.addAll(journal);
        assertEquals(20, world.steps);
        return seen;
    }

    private static String figures(PhysicsMetrics metrics) {
        return "tick " + metrics.tick() + ", late " + metrics.latenessNanos() + ", inputs "
                + metrics.inputsConsumed() + ", deferred " + metrics.inputsDeferred() + ", from the future "
                + metrics.inputsFromFuture();
    }
}
