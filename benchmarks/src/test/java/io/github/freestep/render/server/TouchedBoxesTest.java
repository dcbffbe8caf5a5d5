package io.github.freestep.render.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.state.State;
import io.github.freestep.state.StateReader;
import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What a player sees who pushes 100 boxes of Jolt on a server, as another player does: at 80 ms one way, with a jitter
 * of 20 ms and a loss of 5 %.
 */
@Timeout(600)
class TouchedBoxesTest {
    /** The distance between the centres of a player and a box that touch, along an axis. */
    private static final double TOUCHING = 0.9;

    private TouchBoxes.Server server;
    private TouchLink net;
    private TouchLink.Client first;

    private void open(long seed) {
        close();
        server = new TouchBoxes.Server();
        net = new TouchLink(seed, server, server.players, 80, 20);
        first = net.join(TouchBoxes.Own::new);
        net.run(0.5);
        net.join(TouchBoxes.Own::new);
        net.run(5);
        assertEquals(0, first.me.body());
    }

    @AfterEach
    void close() {
        if (net != null) {
            net.close();
        }
    }

    /** Runs after the other player or after a box for some frames, as it sees them, and then chooses again. */
    static Runnable acts(TouchLink.Client client, SplittableRandom random) {
        int[] left = {0};
        return () -> {
            if (left[0]-- <= 0) {
                left[0] = random.nextInt(6, 40);
                int own = client.me.body();
                int to = random.nextInt(4) == 0 ? 1 - own : random.nextInt(TouchBoxes.PLAYERS, TouchBoxes.BODIES);
                client.own.axis(0, key(client.frame.x()[to] - client.frame.x()[own]));
                client.own.axis(1, key(client.frame.z()[to] - client.frame.z()[own]));
            }
        };
    }

    private static float key(double way) {
        return Math.abs(way) < 0.3 ? 0 : (float) Math.signum(way);
    }

    /** What may be left of an error a second after the newest state has all bodies at rest, in metres. */
    private static final double FADED = 1e-5;

    @Test
    void aPushedBoxMovesWithinAFrameOfTheTouch() {
        int box = TouchBoxes.PLAYERS;
        for (long seed : Seeds.first(Thorough.of(1, 5)).toArray()) {
            open(seed);
            net.run(Seeds.splittable(seed).nextDouble());
            float begin = first.frame.x()[box];
            first.own.axis(0, 1);
            int touched = -1;
            int moved = -1;
            int onServer = -1;
            for (int frame = 0; frame < 80; frame++) {
                net.run(TouchLink.FRAME_SECONDS);
                boolean touches = first.frame.x()[box] - first.frame.x()[0] < TOUCHING + 0.005;
                touched = touched < 0 && touches ? frame : touched;
                moved = moved < 0 && first.frame.x()[box] - begin > 0.001 ? frame : moved;
                onServer = onServer < 0 && server.at(box).xx() - begin > 0.001 ? frame : onServer;
            }
            String text = "touched in frame " + touched + ", moved in " + moved + ", on the server in " + onServer;
            assertTrue(touched > 0 && Math.abs(moved - touched) <= 1, text);
            assertTrue(onServer >= moved + 5, text);
        }
    }

    @Test
    void aBoxThatTheServerRemovesIsNotInTheWay() {
        open(1);
        net.physics.submit(c -> {
            server.world.remove(TouchBoxes.PLAYERS);
            server.world.remove(TouchBoxes.PLAYERS + TouchBoxes.BOXES / 2);
        });
        net.run(1);
        long corrections = first.own.corrections();
        first.own.axis(0, 1);
        net.run(1.1);
        assertTrue(first.frame.x()[0] > 0, () -> "stopped at " + first.frame.x()[0]);
        assertEquals(corrections, first.own.corrections());
    }

    @Test
    void allBodiesMoveAlmostAsEvenlyAsOnTheServerAndComeToRestWhereItHasThem() {
        open(1);
        for (int i = 0; i < TouchBoxes.PLAYERS; i++) {
            TouchLink.Client client = net.clients.get(i);
            client.acts = acts(client, Seeds.splittable(i));
        }
        Jerk shown = new Jerk();
        Jerk near = new Jerk();
        try (FrameSampler onServer = FrameSampler.open(net.physics.states())) {
            first.draws = () -> {
                shown.add(first.frame);
                near.add(onServer.sample());
            };
            net.run(Thorough.of(3, 30));
        }
        assertEven(shown, near);
        for (TouchLink.Client client : net.clients) {
            client.acts = () -> {};
            client.own.axis(0, 0);
            client.own.axis(1, 0);
        }
        first.draws = () -> {};
        double rest = 0;
        while (server.awake() > 0 && rest < 10) {
            net.run(0.1);
            rest += 0.1;
        }
        // The newest state comes, and what was off fades.
        net.run(0.12 + 1);
        try (StateReader states = first.remote.states().reader()) {
            states.acquire();
            State newest = states.state(0);
            for (int slot = 0; slot < TouchBoxes.BODIES; slot++) {
                assertEquals(newest.x(slot), first.frame.x()[slot], FADED, "body " + slot);
                assertEquals(newest.y(slot), first.frame.y()[slot], FADED, "body " + slot);
                assertEquals(newest.z(slot), first.frame.z()[slot], FADED, "body " + slot);
            }
        }
    }

    /** How unevenly a player moves who turns round, which is in other frames here than on the server. */
    private static final double TURNED = Math.sqrt(2) * TouchBoxes.SPEED * TouchLink.FRAME_SECONDS;

    /** The picture of the server itself has the jerks of all contacts, which corrections hide. */
    private static void assertEven(Jerk shown, Jerk near) {
        String what = "\nshown: " + shown + "\nnear:  " + near;
        assertTrue(shown.percentile(0.99) < 1.2 * near.percentile(0.99), what);
        assertTrue(shown.percentile(0.999) < near.percentile(0.999), what);
        assertTrue(shown.percentile(1) < Math.max(near.percentile(1), TURNED), what);
    }

    /** How much the way of a body in a frame differs from the mean of those before and after it, in metres. */
    private static final class Jerk {
        private final double[][] last = new double[4][3 * TouchBoxes.BODIES];
        private double[] jerks = new double[1 << 19];
        private int count;
        private int frames;
        private double squares;
        private double longest;

        void add(Frame frame) {
            double[] now = last[0];
            System.arraycopy(last, 1, last, 0, 3);
            last[3] = now;
            for (int slot = 0; slot < TouchBoxes.BODIES; slot++) {
                now[3 * slot] = frame.x()[slot];
                now[3 * slot + 1] = frame.y()[slot];
                now[3 * slot + 2] = frame.z()[slot];
            }
            if (++frames < 4) {
                return;
            }
            for (int slot = 0; slot < TouchBoxes.BODIES; slot++) {
                double off = 0;
                double way = 0;
                for (int i = 3 * slot; i < 3 * slot + 3; i++) {
                    double step = last[2][i] - last[1][i];
                    double part = step - (last[1][i] - last[0][i] + last[3][i] - last[2][i]) / 2;
                    off += part * part;
                    way += step * step;
                }
                squares += way;
                longest = Math.max(longest, Math.sqrt(way));
                jerks[count++] = Math.sqrt(off);
            }
        }

        double percentile(double share) {
            Arrays.sort(jerks, 0, count);
            return jerks[(int) Math.min(count - 1, share * count)];
        }

        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "jerk mean %.3f mm, p99 %.2f mm, p99.9 %.2f mm, max %.1f mm; usual way %.2f mm, longest %.1f mm",
                    1e3 * Arrays.stream(jerks, 0, count).average().orElse(0),
                    1e3 * percentile(0.99),
                    1e3 * percentile(0.999),
                    1e3 * percentile(1),
                    1e3 * Math.sqrt(squares / count),
                    1e3 * longest);
        }
    }
}
