package io.github.freestep.render.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.problem.Problem;
import io.github.freestep.render.server.past.Shot;
import io.github.freestep.render.server.past.ShotRules;
import io.github.freestep.state.Bodies;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import io.github.freestep.testing.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** Shots of two players, without a network: the world takes their messages in its step. */
class PlayersShotsTest implements Simulation, PlayerHost {
    private static final long ANN = 11;
    private static final long BOB = 22;

    private final int[] lives = new int[2];
    private final List<Problem> problems = new CopyOnWriteArrayList<>();
    private final Players players = Players.builder(this)
            .shots(ShotRules.of(Duration.ofSeconds(1), 1), this::judge)
            .build();
    private final InlineStepper physics = PhysicsService.builder(players.around(this))
            .rate(10)
            .axes(players.axes())
            .onProblem(problems::add)
            .inline();
    private final PlayerSink sink = players.serve(physics);

    /** The bodies that have shot. */
    private final List<Integer> judged = new ArrayList<>();

    private Runnable sends = () -> {};
    /** What a shot hits. */
    private int hit = State.NO_SLOT;

    private double walked;
    private double speed;

    PlayersShotsTest() {
        sink.ready();
    }

    @Override
    public StateLayout layout() {
        return StateLayout.of(lives.length);
    }

    @Override
    public int join(int seat, Bodies bodies) {
        int body = bodies.spawn();
        lives[body] = bodies.life(body);
        return body;
    }

    @Override
    public void step(Tick tick) {
        walked += speed * tick.dtSeconds();
        sends.run();
        sends = () -> {};
    }

    @Override
    public void write(StateWriter state) {
        for (int body = 0; body < lives.length; body++) {
            if (state.isAlive(body)) {
                state.position(body, walked, 0, 0);
            }
        }
    }

    private int judge(int seat, Shot shot, Tick tick) {
        judged.add(shot.body());
        return hit;
    }

    private void ticks(int count) {
        for (int i = 0; i < count; i++) {
            physics.advanceTick();
        }
    }

    private void shoots(long player, int body, int ageMillis) {
        long now = physics.read(c -> c.simulationNanos()).join();
        double x = speed > 0 ? walked + 1.5 : 0; // input that will come 50 ms later than the shot
        byte[] shot = Shot.message(now - ageMillis * 1_000_000L, body, body < 0 ? 0 : lives[body], x, 0, 0, 0, 0, 1);
        sends = () -> players.take(player, PlayerMessages.shot(1, 0, shot));
        physics.advanceTick();
    }

    @Test
    void nobodyShootsFromTheBodyOfAnotherPlayer() {
        sink.joined(ANN);
        sink.joined(BOB);
        ticks(20);
        shoots(ANN, 1, 100);
        assertEquals(List.of(), judged);
        shoots(BOB, 1, 100);
        assertEquals(List.of(1), judged);
    }

    @Test
    void nobodyShootsWithoutABody() {
        sink.joined(ANN);
        ticks(20);
        sends = () -> players.setBody(0, State.NO_SLOT);
        ticks(1);
        shoots(ANN, State.NO_SLOT, 100);
        assertEquals(1, players.refused(0, Refused.SHOT));
        assertEquals(0, players.refused(0, Refused.EXCEPTION));
    }

    /** The numbers below -1 mean a refusal and a loss to a client. */
    @Test
    void aJudgeWhoNamesNoSlotIsAMistakeOfTheGame() {
        sink.joined(ANN);
        ticks(20);
        for (int wrong : new int[] {lives.length, PlayerMessages.REFUSED, PlayerMessages.LOST}) {
            hit = wrong;
            shoots(ANN, 0, 100);
        }
        assertEquals(3, judged.size());
        assertEquals(3, players.refused(0, Refused.EXCEPTION));
    }

    @Test
    void whoGetsTheSeatOfAnotherPlayerMayHaveOlderPictures() {
        sink.joined(ANN);
        ticks(20);
        shoots(ANN, 0, 0);
        sink.left(ANN, true);
        sink.joined(BOB);
        ticks(10);
        shoots(BOB, 0, 800);
        assertEquals(List.of(0, 0), judged);
    }

    /** An input comes up to 50 ms later than a shot, so the shot begins elsewhere, and the reach is 1 m. */
    @Test
    void aReachThatIsTooSmallForFastBodiesIsToldOnce() {
        sink.joined(ANN);
        speed = 19;
        ticks(20);
        shoots(ANN, 0, 200);
        speed = 30;
        ticks(20);
        shoots(ANN, 0, 200);
        shoots(ANN, 0, 200);
        Await.until(() -> problems.size() > 0);
        assertEquals(3, players.refused(0, Refused.SHOT_CLAMPED));
        String told = problems.get(0).message();
        assertTrue(told.contains("was 1.0, but the body of player 11 in seat 0 goes 1.5"), told);
        physics.close();
        assertEquals(1, problems.size());
    }
}
