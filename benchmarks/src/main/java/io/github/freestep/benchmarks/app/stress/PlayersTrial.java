package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.net.ClockedLink;
import io.github.freestep.net.RemoteStates;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.saves.WrappingSimulation;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.render.server.ClockedPlayers;
import io.github.freestep.render.server.PlayerInput;
import io.github.freestep.render.server.Players;
import io.github.freestep.render.server.RemotePlayer;
import io.github.freestep.time.Ratio;
import io.github.freestep.time.VirtualClock;
import io.github.freestep.tools.report.Units;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;

/**
 * Plays a world with players twice, side by side and on virtual clocks: half of the players do nothing in one game, and
 * are {@link HostileClient}s in the other one. What the honest half does is the same, so the number of steps, their
 * input in each and their pictures must be the same, too, in each tick. For one thread.
 */
final class PlayersTrial implements AutoCloseable {
    /** The most players of each half. */
    static final int MOST = 8;

    private static final long PASS_NANOS = 10_000_000;
    private static final long WAY_NANOS = 20_000_000;
    private static final int SHOT_TICKS = 20;

    final Game calm;
    final Game hostile;
    private final Violations violations;

    /** @param acts how often a hostile client acts in a tick */
    PlayersTrial(Supplier<Simulation> worlds, Ratio rate, int acts, Violations violations) {
        this.violations = violations;
        calm = new Game(worlds.get(), rate, 0, 0);
        hostile = new Game(worlds.get(), rate, acts, violations.seed);
    }

    /** Returns the players of a world that gives them, if they are two or more; null otherwise. */
    static Players players(Simulation world) {
        Object given = world instanceof Supplier<?> supplier ? supplier.get() : null;
        return given instanceof Players players && players.seats() > 1 ? players : null;
    }

    /** Plays a tick of both games; false if there is no reason to continue. */
    boolean tick(long tick) {
        String found;
        try {
            calm.tick(tick);
        } catch (RuntimeException e) {
            // The other runs of the world have no players, so they do not report it.
            violations.add(Promise.HOSTILE, tick, "with honest clients only, " + WorldTrial.text(e));
            return false;
        }
        try {
            hostile.tick(tick);
            found = difference();
        } catch (RuntimeException e) {
            found = "with hostile clients, " + WorldTrial.text(e);
        }
        if (found != null) {
            violations.add(Promise.HOSTILE, tick, found);
        }
        return found == null;
    }

    private String difference() {
        for (int i = 0; i < calm.honest.size(); i++) {
            String right = calm.honest.get(i).seen();
            String seen = hostile.honest.get(i).seen();
            if (!right.equals(seen)) {
                return Units.text("player %d has %s, and %s without hostile clients", i + 1, seen, right);
            }
        }
        return null;
    }

    /** Says what was played. */
    String text() {
        long sent = hostile.others.stream().mapToLong(each -> each.sent).sum();
        int drops = hostile.others.stream().mapToInt(each -> each.drops).sum();
        return Units.text(
                "%,d messages, shots, names and tokens of %d hostile clients, dropped %,d times",
                sent, hostile.others.size(), drops);
    }

    @Override
    public void close() {
        calm.physics.close();
        hostile.physics.close();
    }

    /** An honest player. What it does depends on its number alone. */
    static final class Honest {
        private final Game game;
        private final RemoteStates remote;
        private final RemotePlayer me;
        private final FrameSampler frames;
        private final Random random;
        private String input;
        private long picture;
        int shots;
        int answers;
        int refused;

        private Honest(Game game, int number) {
            this.game = game;
            remote = game.link.join(number, game.link.token(number), game.world.layout());
            me = RemotePlayer.of(remote);
            me.sayName("Player " + number);
            frames = FrameSampler.open(remote.states());
            random = new Random(number);
        }

        private void play(long tick) {
            me.takeMessages(message -> {});
            Frame frame = frames.sample();
            picture = frame.reachedTick();
            me.takeAnswers(frame, (shot, slot, life) -> {
                answers++;
                refused += slot == -2 ? 1 : 0;
            });
            remote.input().axis(random.nextInt(game.axes), random.nextFloat());
            remote.input().action(random.nextInt(Players.ACTIONS), tick);
            int body = me.bodyIn(frame);
            if (body >= 0 && tick % SHOT_TICKS == 0) {
                shots += me.shoot(frame, frame.x()[body], frame.y()[body], frame.z()[body], 1, 0, 0) > 0 ? 1 : 0;
            }
        }

        private String seen() {
            return Units.text(
                    "seat %d, step %,d, the input %s and a picture of tick %,d", me.seat(), game.steps, input, picture);
        }
    }

    /** A server and its clients. */
    static final class Game {
        private final Simulation world;
        final Players players;
        private final int axes;
        private final VirtualClock clock = new VirtualClock(0);
        private final ClockedLink link = new ClockedLink(clock, WAY_NANOS);
        private final InlineStepper physics;
        final List<Honest> honest = new ArrayList<>();
        final List<HostileClient> others = new ArrayList<>();
        private final long tickNanos;
        private final int acts;
        private final int half;
        private int number;

        /** Whether all have a seat, the honest ones behind the others. */
        private boolean hasBegun;

        long steps;

        private Game(Simulation world, Ratio rate, int acts, long seed) {
            this.world = world;
            this.acts = acts;
            players = players(world);
            axes = players.axes() / players.seats() - 1;
            tickNanos = Math.round(1e9 * rate.denominator() / rate.numerator());
            physics = PhysicsService.builder(players.around(new Watched()))
                    .rate(rate)
                    .axes(players.axes())
                    .onProblem(problem -> {})
                    .inline();
            ClockedPlayers.serve(players, physics, sink -> link.serve(physics.states(), null, sink));
            half = Math.min(MOST, players.seats() / 2);
            for (int i = 0; i < half; i++) {
                others.add(new HostileClient(link, world.layout(), () -> ++number, 2 * half, MOST * seed + i));
            }
            for (int i = 0; i < half; i++) {
                honest.add(new Honest(this, ++number));
            }
        }

        private void tick(long tick) {
            honest.forEach(each -> each.play(tick));
            hasBegun |= players.isHere(2 * half - 1);
            others.forEach(each -> each.play(hasBegun ? acts : 0));
            for (long left = tickNanos; left > 0; left -= PASS_NANOS) {
                clock.advance(Math.min(left, PASS_NANOS));
                physics.advance(Math.min(left, PASS_NANOS));
                link.pass();
            }
        }

        /** The world, of which each step is seen. */
        private final class Watched extends WrappingSimulation {
            Watched() {
                super(world);
            }

            @Override
            public void step(Tick tick) {
                for (int seat = half; seat < 2 * half; seat++) {
                    PlayerInput input = players.input(tick, seat);
                    StringBuilder text = new StringBuilder();
                    for (int i = 0; i < axes; i++) {
                        text.append(input.axis(i)).append(' ');
                    }
                    for (int i = 0; i < input.actions(); i++) {
                        text.append(input.code(i))
                                .append('=')
                                .append(input.value(i))
                                .append(' ');
                    }
                    honest.get(seat - half).input = text.toString();
                }
                super.step(tick);
                steps++;
            }
        }
    }
}
