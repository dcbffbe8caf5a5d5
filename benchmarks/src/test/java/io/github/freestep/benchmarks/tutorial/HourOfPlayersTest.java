package io.github.freestep.benchmarks.tutorial;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.net.RemoteStates;
import io.github.freestep.net.VirtualLink;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsBuilder;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.prediction.OwnBody;
import io.github.freestep.physics.saves.Saves;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.render.server.Players;
import io.github.freestep.render.server.Refused;
import io.github.freestep.render.server.RemotePlayer;
import io.github.freestep.render.server.TouchLink;
import io.github.freestep.state.State;
import io.github.freestep.state.StateReader;
import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import io.github.freestep.time.VirtualClock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Players of the tutorial's server over a bad network, on virtual time. They run, take coins, shoot, close their
 * programs, crash and come back, and the server crashes, too. With {@code -Dhour.runs=6 -Dhour.seconds=590}, this is an
 * hour with a crash every ten minutes.
 */
@Timeout(20_000)
class HourOfPlayersTest {
    private static final long MILLI = 1_000_000;
    private static final int STEP_MILLIS = 4;
    /** One seat is free, so that a player who has lost a seat can take another. */
    private static final int BOTS = Coins.PLAYERS - 1;

    private static final int RUNS = Integer.getInteger("hour.runs", 3);
    private static final int RUN_SECONDS = Integer.getInteger("hour.seconds", Thorough.of(20, 240));

    private final VirtualClock clock = new VirtualClock(77_000 * MILLI);
    private final VirtualLink link = new VirtualLink(Seeds.of(1), clock);
    private final Random random = Seeds.random(2);
    private final List<Bot> bots = new ArrayList<>();
    private Duel world;
    private InlineStepper physics;
    private StateReader states;
    private boolean isPeaceful;
    private long shots;
    private long allHits;
    private long refused;
    private long lost;
    private long mistimed;
    private long restartNanos;
    private int closed;
    private int crashed;

    /** A player, whose program may end and begin again. */
    private final class Bot {
        final int player;
        RemoteStates remote;
        RemotePlayer me;
        OwnBody own;
        FrameSampler frames;
        FrameSampler mine;

        /** The shots of this program that have no answer yet, and when they were sent. */
        final Map<Integer, Long> flying = new HashMap<>();

        /** Those that have hit since the score was {@link #before}. */
        int hits;

        int before;

        /** The seat that must not change; -1 for a player who has none yet. */
        int seat = -1;

        /** In seconds. */
        int pause;

        /** The seat that is kept for a program that has crashed; -1 if there is none. */
        int kept = -1;

        Bot(int player) {
            this.player = player;
            begin();
        }

        void begin() {
            remote = link.join(player, Duel.LAYOUT);
            me = RemotePlayer.of(remote);
            me.sayName("Bot " + player);
            own = me.predict((place, tick) ->
                            place.x = Duel.move((float) place.x, tick.input().axis(0), tick.dtSeconds()))
                    .rate(60)
                    .open();
            frames = FrameSampler.open(remote.states());
            mine = FrameSampler.open(own.states());
            look();
            assertTrue(kept < 0 || kept == seat, () -> "seat " + kept + " was kept for " + this);
        }

        /** Takes what the server knows of this player. Its last run and the last program may have known more. */
        void look() {
            seat = world.players.seatOf(player);
            before = seat < 0 ? 0 : world.hitsOf[seat];
            hits = 0;
        }

        void end(int seconds, boolean crashes) {
            kept = crashes ? me.seat() : -1;
            mine.close();
            frames.close();
            own.close();
            lost += flying.size();
            flying.clear();
            pause = seconds;
        }

        void frame() {
            me.takeMessages(message -> {});
            own.advance();
            Frame frame = frames.sample();
            me.takeAnswers(frame, (shot, slot, life) -> answered(shot, slot));
            if (me.bodyIn(frame) < 0) {
                return;
            }
            if (isPeaceful || random.nextInt(30) == 0) {
                double home = 2 * me.seat() - Coins.PLAYERS + 1 - frame.x()[me.seat()];
                own.axis(0, isPeaceful ? 0 : (float) (Math.signum(home) * random.nextDouble() / 3));
            }
            if (!isPeaceful && random.nextInt(40) == 0) {
                double x = mine.sample().x()[0];
                double dx = random.nextBoolean() ? 1 : -1;
                int shot = me.shoot(frame, x, 0, 0, dx, 0, 0);
                if (shot > 0) {
                    flying.put(shot, clock.nanoTime());
                    shots++;
                }
            }
        }

        private void answered(int shot, int slot) {
            Long sent = flying.remove(shot);
            assertTrue(sent != null, () -> "a second answer to " + shot + " for " + this);
            // A run that crashed may have judged a shot after its last save, so the score does not have it.
            hits += slot >= 0 && sent >= restartNanos ? 1 : 0;
            allHits += slot >= 0 ? 1 : 0;
            refused += slot == -2 ? 1 : 0;
            lost += slot == -3 ? 1 : 0;
        }

        /** Knows what the server knows, while no player shoots or walks. */
        void check(State newest) {
            int taken = world.players.seatOf(player);
            assertTrue(taken >= 0 && (seat < 0 || taken == seat), () -> "seat " + taken + " for " + this);
            assertEquals(taken, me.seat(), this::toString);
            Frame frame = frames.sample();
            assertEquals(taken, me.bodyIn(frame), this::toString);
            assertEquals(Map.of(), flying, this::toString);
            assertEquals(before + hits, world.hitsOf[taken], this::toString);
            assertEquals(newest.stepped(Coins.SCORE)[taken], frame.stepped(Coins.SCORE)[taken], this::toString);
            assertEquals(newest.x(taken), mine.sample().x()[0], 0.01, this::toString);
            for (Bot other : bots) {
                int of = world.players.seatOf(other.player);
                assertTrue(of < 0 || me.name(of).equals("Bot " + other.player), () -> other + " for " + this);
            }
        }

        @Override
        public String toString() {
            return "player " + player + " in seat " + me.seat() + ", was in " + seat + ", score " + before + " + "
                    + hits;
        }
    }

    private PhysicsBuilder builder() {
        world = new Duel();
        return PhysicsService.builder(world.players.around(world)).rate(60).axes(world.players.axes());
    }

    private void serve(InlineStepper started) {
        physics = started;
        TouchLink.serve(link, world.players, physics);
        states = physics.states().reader();
    }

    private void run(double seconds) {
        for (long i = 0; i < seconds * 1_000 / STEP_MILLIS; i++) {
            clock.advance(STEP_MILLIS * MILLI);
            if (physics != null) {
                physics.advance(STEP_MILLIS * MILLI);
            }
            link.pass();
            for (int bot = (int) (i % 5); bot < bots.size(); bot += 5) {
                if (bots.get(bot).pause == 0) {
                    bots.get(bot).frame();
                }
            }
        }
    }

    /** Some players close their programs, and some programs crash. All come back, and those before the grace ends. */
    private void trouble() {
        for (Bot bot : bots) {
            if (bot.pause > 0 && --bot.pause == 0) {
                bot.begin();
            } else if (bot.pause == 0 && random.nextInt(10 * BOTS) == 0) {
                closed++;
                link.leave(bot.player);
                bot.end(1 + random.nextInt(5), false);
            } else if (bot.pause == 0 && random.nextInt(10 * BOTS) == 0) {
                crashed++;
                link.crash(bot.player);
                bot.end(1 + random.nextInt(10), true);
            }
        }
    }

    /** No seat, body or score is lost or doubled. */
    private void check() {
        isPeaceful = true;
        while (bots.stream().anyMatch(bot -> bot.pause > 0)) {
            // The server hears of a player who has left before the player's next program looks.
            run(1);
            bots.stream().filter(bot -> bot.pause > 0 && --bot.pause == 0).forEach(Bot::begin);
        }
        run(4);
        Players players = world.players;
        states.acquire();
        State newest = states.state(0);
        Set<Long> numbers = new HashSet<>();
        for (int seat = 0; seat < players.seats(); seat++) {
            int at = seat;
            boolean isTaken = players.number(seat) != 0;
            assertTrue(!isTaken || numbers.add(players.number(seat)), "a player has two seats");
            assertEquals(isTaken ? seat : -1, players.body(seat));
            assertEquals(
                    isTaken,
                    physics.read(c -> c.bodies().slots() > at && c.bodies().isAlive(at))
                            .join());
            mistimed += players.refused(seat, Refused.INPUT_MISTIMED);
        }
        assertEquals(BOTS, numbers.size());
        bots.forEach(bot -> bot.check(newest));
        isPeaceful = false;
    }

    /** The server crashes at most 0.2 s after its last save. */
    private void restart() throws Exception {
        byte[] saved = physics.read(Saves::saved).join();
        int[] hits = world.hitsOf.clone();
        int[] seats = seats();
        run(random.nextDouble() / 5);
        physics.close();
        physics = null;
        link.crash();
        run(3 * random.nextDouble());
        serve(Saves.startAt(builder(), saved).inline());
        assertArrayEquals(hits, world.hitsOf);
        assertArrayEquals(seats, seats());
        restartNanos = clock.nanoTime();
        bots.forEach(Bot::look);
    }

    private int[] seats() {
        return bots.stream().mapToInt(bot -> world.players.seatOf(bot.player)).toArray();
    }

    @Test
    void noSeatBodyOrScoreIsLostOrDoubled() throws Exception {
        link.way.delayNanos = 80 * MILLI;
        link.way.loss = 0.05;
        serve(builder().inline());
        for (int player = 1; player <= BOTS; player++) {
            bots.add(new Bot(player));
        }
        for (int i = 0; i < RUNS; i++) {
            for (int second = 0; second < RUN_SECONDS; second++) {
                run(1);
                trouble();
            }
            check();
            run(3);
            if (i < RUNS - 1) {
                restart();
            }
        }
        String text = BOTS + " players, " + RUNS + " runs of " + RUN_SECONDS + " s: " + shots + " shots, " + allHits
                + " hits, " + refused + " refused, " + lost + " without an answer; " + closed + " closed, " + crashed
                + " crashed; " + mistimed + " mistimed inputs";
        assertTrue(allHits > shots / 4 && lost < shots / 4 && closed + crashed > 0, text);
    }
}
