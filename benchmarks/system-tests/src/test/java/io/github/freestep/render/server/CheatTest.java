package io.github.freestep.render.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.net.RemoteStates;
import io.github.freestep.net.VirtualLink;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.render.server.past.Shot;
import io.github.freestep.render.server.past.ShotRules;
import io.github.freestep.state.Bodies;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import io.github.freestep.time.VirtualClock;
import java.time.Duration;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A target is in the open for 0.2 s of each 2 s, and the shooter 0.6 s later, so neither ever sees the other one. */
@Timeout(300)
class CheatTest implements Simulation, PlayerHost {
    private static final long MILLI = 1_000_000;
    private static final int MOMENT_MILLIS = 50;
    private static final int MOMENTS = Thorough.of(1_200, 12_000);
    private static final int LATER_MILLIS = 600;
    private static final int TARGET = 0;
    private static final int HIDDEN = 50;

    /** The client may have hit at the nearest tick. */
    private static final int NEAR_MILLIS = 1_000 / 60;

    private enum Client {
        HONEST,
        PICKS_TIME,
        PICKS_TIME_AND_PLACE,

        /** Also keeps what it is allowed for when it helps. */
        KNOWS_THE_RULE
    }

    private final VirtualClock clock = new VirtualClock(77_000 * MILLI);
    private final VirtualLink link = new VirtualLink(Seeds.of(1), clock);
    private final Players players = Players.builder(this)
            .shots(ShotRules.of(Duration.ofSeconds(1), 1), this::judge)
            .build();
    private int body;
    private long tickMillis;
    private int hits;
    private int unchanged;

    /** How many moments needed no picture that is older than the server expects. */
    private int expected;

    private final PictureTimes rule = new PictureTimes();

    private static boolean isOpen(long millis, int later) {
        return Math.floorMod(millis - later, 2_000) < 200;
    }

    private static boolean isOwnOpen(long millis) {
        return isOpen(millis, LATER_MILLIS);
    }

    /** All shots go straight ahead, and there is one gap in the wall between shooter and target. */
    private int judge(int seat, Shot shot, Tick tick) {
        unchanged += shot.isClamped() ? 0 : 1;
        boolean isHit = Math.abs(shot.x()) <= 1 && Math.abs(shot.frame().x()[TARGET]) <= 1;
        hits += isHit ? 1 : 0;
        return isHit ? TARGET : State.NO_SLOT;
    }

    @Override
    public StateLayout layout() {
        return StateLayout.of(2);
    }

    @Override
    public void setUp(PhysicsContext context) {
        context.bodies().spawn(TARGET);
    }

    @Override
    public int join(int seat, Bodies bodies) {
        body = bodies.spawn();
        return body;
    }

    @Override
    public void step(Tick tick) {
        tickMillis = tick.simulationNanos() / MILLI;
    }

    @Override
    public void write(StateWriter state) {
        state.position(TARGET, isOpen(tickMillis, 0) ? 0 : HIDDEN, 0, 10);
        if (state.isAlive(body)) {
            state.position(body, isOwnOpen(tickMillis) ? 0 : HIDDEN, 0, 0);
        }
    }

    /** How old a picture must be for a hit from where the body is, or has been; above 1,000 if there is none. */
    private static int neededMillis(long atMillis, boolean picksPlace) {
        boolean isOpen = false;
        int age = 0;
        for (; age <= 1_000; age++) {
            isOpen |= (age == 0 || picksPlace) && isOwnOpen(atMillis - age);
            long shown = atMillis - age;
            if (isOpen && isOpen(shown - NEAR_MILLIS, 0) && isOpen(shown + NEAR_MILLIS, 0)) {
                break;
            }
        }
        return age;
    }

    private CheatTest play(Client client, int wayMillis, int jitterMillis, double loss, int silenceMillis) {
        link.way.delayNanos = wayMillis * MILLI;
        link.way.jitterNanos = jitterMillis * MILLI;
        link.way.loss = loss;
        InlineStepper physics = PhysicsService.builder(players.around(this))
                .rate(60)
                .axes(players.axes())
                .inline();
        PlayerSink sink = players.serve(physics);
        players.sender = link.serve(physics.states(), sink);
        sink.ready();
        RemoteStates remote = link.join(1, layout());
        RemotePlayer me = RemotePlayer.of(remote);
        FrameSampler frames = FrameSampler.open(remote.states());
        long end = 3_000 + MOMENTS * MOMENT_MILLIS;
        for (long now = 1; now <= end + 1_000; now++) {
            clock.advance(MILLI);
            physics.advance(MILLI);
            link.way.cut = Math.floorMod(now - 15_000, 20_000) < silenceMillis;
            link.pass();
            me.takeMessages(message -> {});
            if (now % MOMENT_MILLIS == 0) {
                Frame frame = frames.sample();
                if (now > 3_000 && now <= end && client == Client.HONEST) {
                    // Where the picture is a guess, because a state was lost, its body may have dashed too far.
                    int x = frame.x()[body] < HIDDEN / 2 ? 0 : HIDDEN;
                    assertTrue(me.shoot(frame, x, 0, 0, 0, 0, 1) > 0);
                } else if (now > 3_000 && now <= end) {
                    cheat(client, remote, me, now + wayMillis + jitterMillis);
                }
            }
        }
        return this;
    }

    /** Knows where everybody is, and shoots only if it helps. */
    private void cheat(Client client, RemoteStates remote, RemotePlayer me, long atMillis) {
        long usual = players.sender.pictureAgeNanos(1);
        long needed = neededMillis(atMillis, client != Client.PICKS_TIME) * MILLI;
        boolean helps = needed <= 1_000 * MILLI;
        expected += helps && needed <= usual + (100 + NEAR_MILLIS) * MILLI ? 1 : 0;
        if (client == Client.KNOWS_THE_RULE) {
            long earliest = rule.earliest(atMillis * MILLI, 1, usual);
            helps &= atMillis * MILLI - needed >= earliest + NEAR_MILLIS * MILLI;
            if (helps) {
                rule.judged(atMillis * MILLI - needed);
            }
        }
        if (helps) {
            long shown = atMillis * MILLI - needed;
            remote.send(PlayerMessages.shot(1, 0, Shot.message(shown, me.body(), me.life(), 0, 0, 0, 0, 0, 1)), true);
        }
    }

    /** Credit is 0.5 s and 2 ms for each moment. A shot later than expected takes about 50 ms, as moments do. */
    @ParameterizedTest
    @CsvSource({"25, 0", "75, 10", "150, 10"})
    void whoPicksTheTimeOfAShotHitsNoMoreThanTheRuleAllows(int wayMillis, int jitterMillis) {
        for (Client client : Client.values()) {
            boolean isRefused = client == Client.PICKS_TIME_AND_PLACE;
            CheatTest play = new CheatTest().play(client, wayMillis, jitterMillis, 0, 0);
            assertTrue(!isRefused || play.players.refused(0, Refused.SHOT_TIME) > 100);
            int most = client == Client.HONEST ? 0 : play.expected + 10 + MOMENTS / 25;
            assertTrue(
                    play.hits <= most,
                    () -> client + " hit in " + play.hits + " of " + MOMENTS + " moments, of which " + play.expected
                            + " had a picture that is young enough");
        }
    }

    /** Each 20 s, a link may be silent. */
    @ParameterizedTest
    @CsvSource({"80, 10, 0.05, 0", "150, 50, 0.05, 0", "20, 10, 0.15, 0", "80, 5, 0.02, 300"})
    void anHonestPlayerKeepsAllShots(int wayMillis, int jitterMillis, double loss, int silenceMillis) {
        assertEquals(
                MOMENTS, new CheatTest().play(Client.HONEST, wayMillis, jitterMillis, loss, silenceMillis).unchanged);
    }
}
