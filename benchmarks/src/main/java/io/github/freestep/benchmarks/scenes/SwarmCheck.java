package io.github.freestep.benchmarks.scenes;

/**
 * Compares every value of a picture of the swarm with its closed form, at the time that it must be of. Stateless, and so safe
 * for use by any number of threads; allocates only to tell a flaw.
 *
 * <p>A body must be where its life has it at the shown time. If the two states that are shown are of different lives of it,
 * it must be where the reached state has it: where that is the newer one, its birth is later than the older state's tick;
 * where it is the older one, its planned end is due by the newer one. A burst may have cut it short: so where there was one
 * between the two, and only there, either is right. And where a bridge is being blended out, a body that stood still
 * meanwhile may be where it was at one and the same time between the two, with all of its values.
 */
final class SwarmCheck {
    /**
     * Metres. Up to 256 m a float is off by 8e-6; a state's sum of start and way by twice that; what is carried on for as
     * long as the gap between two states by three times that, and rounded twice; and that is blended into a picture which has
     * errors of its own. It is 4 % of what the slowest component moves in a tick at 100 Hz, and 0.4 % on the average.
     */
    static final float POSITION = 2.5e-4f;

    /** Twice what the interpolation promises for angles up to 90 degrees, and the state's rounding three times. */
    static final float ORIENTATION = 4e-6f;

    private final long seed;
    private final Bursts bursts;

    SwarmCheck(long seed, Bursts bursts) {
        this.seed = seed;
        this.bursts = bursts;
    }

    String flaw(View view, Blending blending) {
        long reached = view.reachedTick();
        for (int body = 0; body < view.bodies; body++) {
            float birth = view.births[body];
            long birthTick = Births.tick(birth, reached);
            long hash = Life.hash(seed, body, birthTick);
            double birthNanos = birthTick * view.periodNanos;
            double endNanos = birthNanos + Life.nanos(hash);
            if (Births.alive(birth) != view.alive(body)) {
                return view + ", body " + body + (view.alive(body) ? " is shown and is gone" : " is missing");
            }
            if (view.reachedNanos() > endNanos + View.ROUNDING_NANOS) {
                return view + ", body " + body + " is the one of tick " + birthTick + ", which is over";
            }
            if (Births.alive(birth)) {
                boolean differs = view.alpha >= 1
                        ? birthTick > view.olderTick
                        : endNanos <= view.newerNanos - View.ROUNDING_NANOS;
                double nanos = (differs ? view.reachedNanos() : view.shownNanos) - birthNanos;
                if (!fits(view, body, hash, age(nanos), POSITION, ORIENTATION)
                        && !standsStill(view, body, hash, birthNanos, endNanos)
                        && !lags(view, blending, body, hash, birthTick, differs)) {
                    return wrong(view, body, hash, age(nanos));
                }
            }
        }
        return null;
    }

    private static float age(double nanos) {
        return (float) nanos * 1e-9f;
    }

    /** Where a burst may have cut a life short, or the rounding of times does not let us tell whether its end is due. */
    private boolean standsStill(View view, int body, long hash, double birthNanos, double endNanos) {
        return cut(view, endNanos)
                && fits(view, body, hash, age(view.reachedNanos() - birthNanos), POSITION, ORIENTATION);
    }

    private boolean cut(View view, double endNanos) {
        return view.alpha < 1
                && view.newerTick > view.olderTick
                && (endNanos <= view.newerNanos + View.ROUNDING_NANOS
                        || bursts.between(view.olderTick, view.newerTick));
    }

    /** Where it was a while ago, all of it at one and the same time. */
    private boolean lags(View view, Blending blending, int body, long hash, long birthTick, boolean differs) {
        double birthNanos = birthTick * view.periodNanos;
        boolean carriedOn = blending.active() && (differs || cut(view, birthNanos + Life.nanos(hash)));
        if (!carriedOn && !blending.delays(birthTick)) {
            return false;
        }
        float vx = Life.velocityX(hash);
        float vy = Life.velocityY(hash);
        float vz = Life.velocityZ(hash);
        // By the fastest component, which tells it best.
        float fastest = Math.max(Math.abs(vx), Math.max(Math.abs(vy), Math.abs(vz)));
        float age = fastest == Math.abs(vx)
                ? (view.x[body] - Life.x(hash)) / vx
                : fastest == Math.abs(vy) ? (view.y[body] - Life.y(hash)) / vy : (view.z[body] - Life.z(hash)) / vz;
        float uncertain = POSITION / fastest;
        float shownAge = age(view.shownNanos - birthNanos);
        float longest = age(blending.longestDelayNanos());
        float youngest = (carriedOn ? age(view.reachedNanos() - birthNanos) : shownAge) - longest;
        if (!(age >= Math.max(0, youngest) - uncertain && age <= shownAge + uncertain)) {
            return false;
        }
        // Errors of orientations are blended along the chord, which is off by half the square of the angle at the most.
        float angle = Life.FASTEST_SPIN * longest;
        float orientation = ORIENTATION + Life.FASTEST_SPIN * uncertain + angle * angle;
        return fits(view, body, hash, age, POSITION + Life.FASTEST * uncertain, orientation);
    }

    private static boolean fits(View view, int body, long hash, float age, float position, float orientation) {
        float half = Life.spin(hash) * age;
        float sine = Life.sine(half);
        float cosine = Life.cosine(half);
        // It never comes to be zero in a life, so it tells which of the two signs it is.
        float sign = view.qw[body] < 0 ? -1 : 1;
        return Math.abs(view.x[body] - (Life.x(hash) + Life.velocityX(hash) * age)) <= position
                && Math.abs(view.y[body] - (Life.y(hash) + Life.velocityY(hash) * age)) <= position
                && Math.abs(view.z[body] - (Life.z(hash) + Life.velocityZ(hash) * age)) <= position
                && Math.abs(view.linear[body] - Life.burning(hash) * age) <= position
                && Math.abs(view.qx[body] * sign - Life.axisX(hash) * sine) <= orientation
                && Math.abs(view.qy[body] * sign - Life.axisY(hash) * sine) <= orientation
                && Math.abs(view.qz[body] * sign - Life.axisZ(hash) * sine) <= orientation
                && Math.abs(view.qw[body] * sign - cosine) <= orientation;
    }

    /** The first value that does not fit, or that none does. */
    private static String wrong(View view, int body, long hash, float age) {
        float half = Life.spin(hash) * age;
        float sine = Life.sine(half);
        float sign = view.qw[body] < 0 ? -1 : 1;
        String[] names = {"x", "y", "z", "fuel", "qx", "qy", "qz", "qw"};
        float[] is = {
            view.x[body],
            view.y[body],
            view.z[body],
            view.linear[body],
            view.qx[body] * sign,
            view.qy[body] * sign,
            view.qz[body] * sign,
            view.qw[body] * sign
        };
        float[] should = {
            Life.x(hash) + Life.velocityX(hash) * age,
            Life.y(hash) + Life.velocityY(hash) * age,
            Life.z(hash) + Life.velocityZ(hash) * age,
            Life.burning(hash) * age,
            Life.axisX(hash) * sine,
            Life.axisY(hash) * sine,
            Life.axisZ(hash) * sine,
            Life.cosine(half)
        };
        int worst = 0;
        while (worst < names.length - 1
                && Math.abs(is[worst] - should[worst]) <= (worst < 4 ? POSITION : ORIENTATION)) {
            worst++;
        }
        return view.wrong(body, names[worst], is[worst], should[worst]) + ", at the age of " + age + " s";
    }
}
