package io.github.freestep.physics.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.EventReader;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsEvent.Kind;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.state.State;
import io.github.freestep.state.StateReader;
import io.github.freestep.testing.OtherProcess;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleConsumer;
import java.util.function.Supplier;

/** What the tests of several adapters check in the same way, and what is not part of the contract. */
public final class EngineChecks {
    private static final int WORLDS_AT_ONCE = 4;
    private static final int RUNS = 50;

    private EngineChecks() {}

    /**
     * Returns the contacts that begin in some ticks, each as its larger and its smaller slot.
     *
     * @param least the smallest impulse that a contact may have
     */
    public static List<String> contacts(InlineStepper stepper, EventReader events, int ticks, float least) {
        List<String> contacts = new ArrayList<>();
        for (int i = 0; i < ticks; i++) {
            stepper.advanceTick();
            events.poll(event -> {
                if (event.kind() == Kind.CONTACT_BEGIN) {
                    contacts.add(Math.max(event.slotA(), event.slotB()) + " " + Math.min(event.slotA(), event.slotB()));
                    assertTrue(event.impulse() >= least, () -> "impulse " + event.impulse());
                }
            });
        }
        return contacts;
    }

    /**
     * Turns a body of an engine of two dimensions about z, and looks at its orientation.
     *
     * @param turn sets the body's angle
     */
    public static void turnAboutZ(EngineSimulation<?> world, InlineStepper stepper, int slot, DoubleConsumer turn) {
        try (StateReader reader = stepper.states().reader()) {
            for (double angle = -3.14; angle < 3.14; angle += 0.01) {
                turn.accept(angle);
                world.teleport(slot);
                stepper.advanceTick();
                assertTrue(reader.acquire());
                State state = reader.state(0);
                double sin = Math.sin(angle / 2);
                double cos = Math.cos(angle / 2);
                String at = "at " + angle;
                // A quaternion and its negative are the same turn.
                double sign = Math.signum(cos * state.qw()[slot] + sin * state.qz()[slot]);
                assertEquals(sign * sin, state.qz()[slot], 1e-6, at);
                assertEquals(sign * cos, state.qw()[slot], 1e-6, at);
                assertTrue(state.qx()[slot] == 0 && state.qy()[slot] == 0 && state.z()[slot] == 0, at);
            }
        }
    }

    /** Makes, runs and closes worlds of a native engine on several threads at once. */
    public static void makeWorldsAtOnce(Supplier<? extends EngineSimulation<?>> worlds) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        int[] ends = new int[WORLDS_AT_ONCE];
        for (int i = 0; i < ends.length; i++) {
            int number = i;
            threads.add(new Thread(() -> {
                for (int run = 0; run < RUNS; run++) {
                    try (InlineStepper stepper =
                            PhysicsService.builder(worlds.get()).inline()) {
                        stepper.advanceTick();
                    }
                }
                ends[number] = RUNS;
            }));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join(60_000);
        }
        for (int end : ends) {
            assertEquals(RUNS, end);
        }
    }

    /** Runs a main class that calls {@link #printRefusals} in a process without a native library. */
    public static void refusalsNameThePlatform(Class<?> main, String withoutJars) throws Exception {
        assertEquals(
                "2 " + System.getProperty("os.name") + " " + System.getProperty("os.arch"),
                OtherProcess.with().without(withoutJars).start(main));
    }

    /** Prints how many of two attempts to make a world are refused with the name of the platform, and that name. */
    public static void printRefusals(Supplier<? extends EngineSimulation<?>> worlds) {
        int named = 0;
        String platform = System.getProperty("os.name") + " " + System.getProperty("os.arch");
        for (int i = 0; i < 2; i++) {
            String message = assertThrows(UnsupportedOperationException.class, worlds::get)
                    .getMessage();
            named += message.contains(platform) && message.contains("Dyn4jSimulation") ? 1 : 0;
        }
        System.out.print(named + " " + platform);
    }
}
