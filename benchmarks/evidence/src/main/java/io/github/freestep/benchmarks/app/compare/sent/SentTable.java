package io.github.freestep.benchmarks.app.compare.sent;

import io.github.freestep.net.ClockedLink;
import io.github.freestep.net.Interest;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.jolt.JoltSimulation;
import io.github.freestep.state.StateReader;
import io.github.freestep.time.VirtualClock;
import io.github.freestep.tools.report.Units;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Plays each scene for one client with a round trip of 100 ms, and says what it is sent after ten seconds. */
public final class SentTable {
    private static final long WAY_NANOS = 50_000_000;
    private static final long PASS_NANOS = 1_000_000;
    private static final int SETTLE_SECONDS = 10;
    private static final int SECONDS = 20;
    private static final int PER_BYTE = 8;
    private static final double KILO = 1e3;
    private static final String LINE = "| %s | %d | %.1f of %d | %.0f | %.0f | %.0f | %.0f | %.1f | %s |";

    private SentTable() {}

    /** Passes each line on once it is known, the first two of which are its titles. */
    public static void lines(long seed, Consumer<String> lines) {
        JoltSimulation.load();
        lines.accept("| scene | Hz | moves | floats | Gaffer's | Freestep | with an interest | client to server"
                + " | bytes a moving body |");
        lines.accept("|" + "---|".repeat(9));
        lines.accept(line("cubes", 60, () -> Cubes.of(4, false, seed)));
        lines.accept(line("cubes at rest", 60, () -> Cubes.of(0, false, seed)));
        lines.accept(line("cubes in blasts", 60, () -> Cubes.of(4, true, seed)));
        for (int rate : new int[] {60, 20}) {
            for (Motion.Kind kind : Motion.Kind.values()) {
                int moving = kind == Motion.Kind.SWING ? 1_000 : 100;
                String name = kind.name().toLowerCase(Locale.ROOT);
                lines.accept(line(name, rate, () -> new Motion(kind, 1_000, moving, seed)));
            }
        }
    }

    private static String line(String name, int rate, Supplier<Simulation> worlds) {
        Play all = new Play(worlds.get(), rate, null).play();
        Play chosen = new Play(worlds.get(), rate, (client, state, into) -> into.all()).play();
        double moving = all.forms.moving();
        return Units.text(
                LINE,
                name,
                rate,
                moving,
                all.bodies,
                kbits(all.forms.floats() * rate),
                kbits(all.forms.packed() * rate),
                kbits(all.bytes),
                kbits(chosen.bytes),
                kbits(all.back),
                moving < 1 ? "-" : Units.digits(all.bytes / rate / moving));
    }

    private static double kbits(double bytesPerSecond) {
        return bytesPerSecond * PER_BYTE / KILO;
    }

    /** A service, the product's sender, and a client. */
    private static final class Play {
        final int bodies;
        final OtherForms forms;
        private final VirtualClock clock = new VirtualClock(0);
        private final ClockedLink link = new ClockedLink(clock, WAY_NANOS);
        private final InlineStepper physics;

        /** What the sender and the client have sent for each second. */
        double bytes;

        double back;

        Play(Simulation world, int rate, @Nullable Interest interest) {
            bodies = world.layout().capacity();
            forms = new OtherForms(bodies, (int) (2 * WAY_NANOS * rate / 1_000_000_000));
            physics = PhysicsService.builder(world).rate(rate).inline();
            link.serve(physics.states(), interest, null);
            link.join(1, link.token(1), world.layout());
        }

        Play play() {
            try (physics) {
                run(SETTLE_SECONDS);
                forms.reset();
                long before = link.sentBytes(true);
                long backBefore = link.sentBytes(false);
                run(SECONDS);
                bytes = (double) (link.sentBytes(true) - before) / SECONDS;
                back = (double) (link.sentBytes(false) - backBefore) / SECONDS;
            }
            return this;
        }

        private void run(int seconds) {
            StateReader reader = physics.states().reader();
            for (long left = seconds * 1_000_000_000L; left > 0; left -= PASS_NANOS) {
                clock.advance(PASS_NANOS);
                if (physics.advance(PASS_NANOS) > 0) {
                    reader.acquire();
                    forms.add(reader.state(0));
                }
                link.pass();
            }
        }
    }
}
