package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.freestep.physics.saves.SavableSimulation;
import io.github.freestep.physics.saves.Saves;
import io.github.freestep.physics.saves.WrappingSimulation;
import io.github.freestep.time.VirtualClock;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A world that wraps another misses no call. */
class WrappingSimulationTest {
    /** Those whose default passes the call on to the wrapped world. */
    private static final List<String> FOLLOWS = List.of("computedBy", "saveReported", "restoreReported");

    private static final class Counted extends WrappingSimulation {
        long steps;

        Counted(Simulation world) {
            super(world);
        }

        @Override
        public void step(Tick tick) {
            super.step(tick);
            steps++;
        }
    }

    /** A method with a default that comes later would compile, and end at the wrapper. */
    @Test
    void everyMethodIsPassedOn() {
        List<String> ends = Stream.of(SavableSimulation.class.getMethods())
                .filter(method -> !Modifier.isStatic(method.getModifiers()))
                .filter(method -> !FOLLOWS.contains(method.getName()))
                .filter(method -> Arrays.stream(WrappingSimulation.class.getDeclaredMethods())
                        .noneMatch(passing -> passing.getName().equals(method.getName())
                                && Arrays.equals(passing.getParameterTypes(), method.getParameterTypes())))
                .map(Method::toString)
                .toList();
        assertEquals(List.of(), ends);
    }

    @Test
    void commandsAndRestReachTheWrappedWorld() {
        Falling world = new Falling() {
            @Override
            public boolean resting() {
                return true;
            }
        };
        Counted counted = new Counted(world);
        VirtualClock clock = new VirtualClock(0);
        try (InlineStepper stepper =
                PhysicsService.builder(counted).clock(clock).inline()) {
            stepper.advance(30_000_000);
            world.ranBy = null;
            stepper.submit(context -> {}).join();
        }
        assertEquals(3, counted.steps);
        assertEquals(3, world.steps);
        assertEquals(Thread.currentThread(), world.ranBy);
        assertEquals(1, world.closes);
        assertEquals(true, counted.resting());
    }

    @Test
    void aWorldThatCannotBeSavedIsNamed() {
        Counted counted = new Counted(new Falling());
        assertEquals(false, counted.restoresExactly());
        assertEquals(false, new Counted(counted).isSavable());
        assertEquals(true, new Counted(new Counted(new Carousel(tick -> {}))).isSavable());
        try (InlineStepper stepper = PhysicsService.builder(counted).inline()) {
            Throwable cause = assertThrows(
                            CompletionException.class,
                            () -> stepper.submit(context ->
                                            Saves.save(context, new DataOutputStream(new ByteArrayOutputStream())))
                                    .join())
                    .getCause();
            assertEquals(
                    "a world that is saved must be a SavableSimulation, was a " + Falling.class.getName()
                            + "; implement save and restore",
                    cause.getMessage());
        }
    }
}
