package io.github.freestep.physics.lockstep;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.server.TouchLink;
import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How evenly bodies of a server move that a client predicts, compared with those of a {@link PushMatch}. */
@Timeout(600)
class TouchedMotionTest {
    private static final int SEEDS = Thorough.of(3, 6);
    private static final int WAY_MILLIS = 80;
    private static final int JITTER_MILLIS = 20;
    private static final double NEAR = 0.3;

    /** No figure here asks where the bodies truly are. */
    private final TrueMotion truth = new TrueMotion(PushWorld.BODIES, 10_000_000);

    private DrawnMotion play(long seed) {
        TouchWorld server = new TouchWorld();
        TouchLink net = new TouchLink(seed, server, server.players, WAY_MILLIS, JITTER_MILLIS);
        for (int i = 0; i < PushWorld.PLAYERS; i++) {
            net.join(TouchWorld.Own::new);
            net.run(0.5);
        }
        net.run(5);
        for (int i = 0; i < PushWorld.PLAYERS; i++) {
            TouchLink.Client client = net.clients.get(i);
            client.acts = acts(client, Seeds.splittable(2 * seed + i));
        }
        DrawnMotion shown = new DrawnMotion(PushWorld.BODIES, truth);
        TouchLink.Client first = net.clients.get(0);
        first.draws = () -> {
            float[] positions = new float[2 * PushWorld.BODIES];
            System.arraycopy(first.frame.x(), 0, positions, 0, PushWorld.BODIES);
            System.arraycopy(first.frame.y(), 0, positions, PushWorld.BODIES, PushWorld.BODIES);
            shown.add(positions, 0);
        };
        net.run(30);
        net.close();
        return shown;
    }

    /** Runs after the other player or after a box for some frames, as it sees them, and then chooses again. */
    private static Runnable acts(TouchLink.Client client, SplittableRandom random) {
        int[] left = {0};
        return () -> {
            if (left[0]-- > 0) {
                return;
            }
            left[0] = random.nextInt(6, 40);
            int own = client.me.body();
            int to = random.nextBoolean() ? 1 - own : random.nextInt(PushWorld.PLAYERS, PushWorld.BODIES);
            client.own.axis(0, key(client.frame.x()[to] - client.frame.x()[own]));
            client.own.axis(1, key(client.frame.y()[to] - client.frame.y()[own]));
        };
    }

    private static float key(double way) {
        return Math.abs(way) < NEAR ? 0 : (float) Math.signum(way);
    }

    @Test
    void theyMoveAlmostAsEvenlyAsThoseOfAMatch() {
        truth.add(new double[PushWorld.BODIES], new double[PushWorld.BODIES]);
        DrawnMotion.Figures touched = new DrawnMotion.Figures();
        DrawnMotion.Figures match = new DrawnMotion.Figures();
        Seeds.first(SEEDS).forEach(seed -> {
            touched.add(play(seed));
            match.add(new PushMatch(seed, WAY_MILLIS, options -> options.ticks(30)).shown);
        });
        String what = "\ntouched: " + touched + "\nmatch:   " + match;
        // The mean of 24 other seeds was 1.17 to 1.54 times that of a match, and 1.39 times on average, so
        // that three of them exceed 1.5 in one of twenty cases.
        boolean areFixed = Seeds.of(0) == 0;
        double most = areFixed ? 1.5 : 1.65;
        assertTrue(touched.percentile(0.99) < most * match.percentile(0.99), what);
        assertTrue(touched.percentile(0.999) < most * match.percentile(0.999), what);
        assertTrue(touched.mean() < most * match.mean(), what);
        // On average 1 of 23,000 in 48 runs of other seeds. They come together: once, three runs had 7 of 32,000.
        assertTrue(touched.backward <= touched.count() / (areFixed ? 10_000 : 3_000), what);
    }
}
