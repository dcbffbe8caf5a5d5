package io.github.freestep.benchmarks.scenes;

/**
 * Compares every value of a picture of the swarm with its closed form, at the time that it must be of. Stateless, and so safe
 * for use by any number of threads; allocates only to tell a flaw.
 *
 * <p>A body must be where its life has it at the shown time. If the two states that are shown are of different lives of it,
 * it must be where the reached state has it: where that is the newer one, its birth is later than the older state's tick;
 * where it is the older one, its planned end is due by the newer one. A burst may have cut it short: so where there was one
 * between the two, and only there, either is right. What a sampler takes back of an error comes on top, and that error must be
 * what the body does in some time, no longer than it can have been carried on or have stood.
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

    /** Errors of orientations are chords of chords, and what is added to one is brought back to length one. */
    private static final float CHORDS = 2;

    private final long seed;
    private final Bursts bursts;

    SwarmCheck(long seed, Bursts bursts) {
        this.seed = seed;
        this.bursts = bursts;
    }

    String flaw(CheckedPicture view) {
        view.expected.within(POSITION, ORIENTATION);
        long reached = view.reachedTick();
        for (int body = 0; body < view.bodies; body++) {
            float birth = view.second[body];
            if (Births.alive(birth) != view.alive(body)) {
                return view + ", body " + body + (view.alive(body) ? " is shown and is gone" : " is missing");
            }
            long birthTick = Births.tick(birth, reached);
            long hash = Life.hash(seed, body, birthTick);
            double birthNanos = birthTick * view.periodNanos;
            double endNanos = birthNanos + Life.nanos(hash);
            if (view.reachedNanos() > endNanos + CheckedPicture.ROUNDING_NANOS) {
                return view + ", body " + body + " is the one of tick " + birthTick + ", which is over";
            }
            if (Births.alive(birth)) {
                boolean stands = view.alpha >= 1
                        ? birthTick > view.olderTick
                        : endNanos <= view.newerNanos - CheckedPicture.ROUNDING_NANOS;
                float age = age((stands ? view.reachedNanos() : view.shownNanos) - birthNanos);
                if (!fits(view, body, hash, age) && !standsStill(view, body, hash, birthNanos, endNanos)) {
                    fits(view, body, hash, age);
                    return view.expected.wrong(body) + ", at the age of " + age + " s";
                }
                if (view.left > 0 && !plausible(view, body, hash)) {
                    return view.wrongError(body);
                }
            }
        }
        return null;
    }

    private static float age(double nanos) {
        return (float) nanos * 1e-9f;
    }

    /** Where a burst may have cut a life short, or the rounding of times does not let us tell whether its end is due. */
    private boolean standsStill(CheckedPicture view, int body, long hash, double birthNanos, double endNanos) {
        boolean cut = view.alpha < 1
                && view.newerTick > view.olderTick
                && (endNanos <= view.newerNanos + CheckedPicture.ROUNDING_NANOS
                        || bursts.between(view.olderTick, view.newerTick));
        return cut && fits(view, body, hash, age(view.reachedNanos() - birthNanos));
    }

    private static boolean fits(CheckedPicture view, int body, long hash, float age) {
        float half = Life.spin(hash) * age;
        float sine = Life.sine(half);
        return view.expected.fits(
                body,
                Life.x(hash) + Life.velocityX(hash) * age,
                Life.y(hash) + Life.velocityY(hash) * age,
                Life.z(hash) + Life.velocityZ(hash) * age,
                Life.burning(hash) * age,
                Life.axisX(hash) * sine,
                Life.axisY(hash) * sine,
                Life.axisZ(hash) * sine,
                Life.cosine(half));
    }

    /** Whether an error is what the body does in one and the same time, which is no longer than it may be. */
    private static boolean plausible(CheckedPicture view, int body, long hash) {
        float x = view.error[CheckedPicture.X][body];
        float y = view.error[CheckedPicture.Y][body];
        float z = view.error[CheckedPicture.Z][body];
        float fuel = view.error[CheckedPicture.LINEAR][body];
        float turn = view.turnError(body);
        if (Math.abs(x) + Math.abs(y) + Math.abs(z) + Math.abs(fuel) <= POSITION && turn <= ORIENTATION) {
            // Of most bodies: those that live through a bridge are carried on exactly.
            return true;
        }
        float vx = Life.velocityX(hash);
        float vy = Life.velocityY(hash);
        float vz = Life.velocityZ(hash);
        float burning = Life.burning(hash);
        // By the fastest component, which tells it best.
        float fastest = Math.max(Math.max(Math.abs(vx), Math.abs(vy)), Math.max(Math.abs(vz), Math.abs(burning)));
        float seconds = fastest == Math.abs(vx)
                ? x / vx
                : fastest == Math.abs(vy) ? y / vy : fastest == Math.abs(vz) ? z / vz : fuel / burning;
        float most = age(view.carriedNanos);
        return Math.abs(seconds) <= most + POSITION / fastest
                && Math.abs(x - vx * seconds) <= 2 * POSITION
                && Math.abs(y - vy * seconds) <= 2 * POSITION
                && Math.abs(z - vz * seconds) <= 2 * POSITION
                && Math.abs(fuel - burning * seconds) <= 2 * POSITION
                && turn <= CHORDS * Life.spin(hash) * most + ORIENTATION;
    }
}
