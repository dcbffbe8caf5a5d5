package io.github.freestep.render.display;

import io.github.freestep.testing.Seeds;
import java.util.Random;

/**
 * Simulates when a host makes frames and when a display shows them. The processor makes a frame, then the GPU draws it,
 * one after the other, and then the display shows it: at its next refresh, or at once if its rate is variable. A host
 * begins a frame when it has made the one before, and when the one that is a queue's depth before is on the screen.
 */
final class Pipeline {
    /** What takes how long. The bound stages take different times in each frame. */
    enum Kind {
        /** Both take half of a refresh. */
        CALM,
        /** One frame in 25 takes the GPU 1.3 refreshes longer. */
        MISSES,
        /** The processor takes 85 +- 10 % of a refresh. */
        HOST_BOUND,
        /** The display is variable, and the GPU takes 10 +- 1.8 ms. */
        VARIABLE,
        /** As variable, but the time of the GPU changes slowly. */
        VARIABLE_SLOW,
        /** The processor takes 20 +- 6 % of a refresh, and one frame in 150 begins up to 1.2 refreshes late. */
        SHORT_STALLS,
        /** As calm, but the host stands still for 60 to 100 ms once in 600 frames. */
        STALLS,
        /** Both. */
        MISSES_AND_STALLS,
        /** Both. */
        VARIABLE_AND_STALLS;

        boolean isVariable() {
            return this == VARIABLE || this == VARIABLE_SLOW || this == VARIABLE_AND_STALLS;
        }

        boolean stalls() {
            return this == STALLS || this == MISSES_AND_STALLS || this == VARIABLE_AND_STALLS;
        }
    }

    private static final double LEAST_VARIABLE_MILLIS = 1_000.0 / 144;
    private static final double MILLI = 1e6;

    /** When each frame was sampled, and when it was on the screen. */
    final long[] made;

    final long[] displayed;
    private final Kind kind;
    private final double refresh;
    private final Random random;
    private double slow;

    Pipeline(Kind kind, double hertz, int depth, double seconds, long seed) {
        this.kind = kind;
        random = Seeds.random(seed);
        refresh = 1_000 / hertz;
        int count = (int) (seconds * hertz);
        made = new long[count];
        displayed = new long[count];
        double[] shown = new double[count];
        double hostFree = 20;
        double gpuFree = 0;
        for (int frame = 0; frame < count; frame++) {
            double begins = Math.max(hostFree, frame < depth ? 0 : shown[frame - depth]);
            begins += Math.abs(random.nextGaussian()) * 0.05;
            begins += kind.stalls() && random.nextInt(600) == 0 ? 60 + 40 * random.nextDouble() : 0;
            begins += kind == Kind.SHORT_STALLS && random.nextInt(150) == 0
                    ? (0.4 + 0.8 * random.nextDouble()) * refresh
                    : 0;
            hostFree = begins + host();
            gpuFree = Math.max(hostFree, gpuFree) + gpu();
            double before = frame == 0 ? 0 : shown[frame - 1];
            shown[frame] = kind.isVariable()
                    ? Math.max(gpuFree, before + LEAST_VARIABLE_MILLIS)
                    : Math.ceil(Math.max(gpuFree, before + refresh / 2) / refresh) * refresh;
            made[frame] = Math.round(begins * MILLI);
            displayed[frame] = Math.round(shown[frame] * MILLI);
        }
    }

    private double host() {
        return switch (kind) {
            case HOST_BOUND -> about(0.85 * refresh, 0.1 * refresh);
            case SHORT_STALLS -> about(0.2 * refresh, 0.06 * refresh);
            case VARIABLE, VARIABLE_SLOW, VARIABLE_AND_STALLS -> about(3, 0.3);
            default -> about(0.2 * refresh, 0.02 * refresh);
        };
    }

    private double gpu() {
        return switch (kind) {
            case MISSES, MISSES_AND_STALLS ->
                about(0.4 * refresh, 0.05 * refresh) + (random.nextInt(25) == 0 ? 1.3 * refresh : 0);
            case HOST_BOUND -> about(0.2 * refresh, 0.02 * refresh);
            case VARIABLE, VARIABLE_AND_STALLS -> about(10, 1.8);
            case VARIABLE_SLOW -> {
                slow = 0.9 * slow + Math.sqrt(1 - 0.9 * 0.9) * random.nextGaussian();
                yield Math.max(0.1, 10 + 1.8 * slow);
            }
            default -> about(0.3 * refresh, 0.02 * refresh);
        };
    }

    private double about(double mean, double spread) {
        return Math.max(0.1, mean + spread * random.nextGaussian());
    }
}
