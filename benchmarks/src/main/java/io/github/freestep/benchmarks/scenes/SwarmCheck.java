package io.github.freestep.benchmarks.scenes;

/**
 * Compares every value of a picture of the swarm with its closed form at the shown time. {@link CheckedPicture}
 * explains the terms. Stateless except for the bursts, so any thread may use it. Allocates only to describe a flaw.
 *
 * <ol>
 *   <li>A body must be where its {@link Life} puts it at the shown time.
 *   <li>If the two states of the frame show different lives of the body, the body must instead be where the reached
 *       state has it. There are two such cases. If the reached state is the newer one: the birth is later than the tick
 *       of the older state. If the reached state is the older one: the planned end of the life is not later than the
 *       newer state.
 *   <li>A burst may end a life early. So if there was a burst between the two states, and only then, the check accepts
 *       both places.
 *   <li>The check adds the error that the sampler blends out. That error must be the body's motion over some time,
 *       which is not longer than the sampler can have extrapolated the body or held it in place.
 * </ol>
 */
final class SwarmCheck {
    /**
     * The tolerance of a component of a position, in metres: 13 % of the distance that the slowest component moves in a
     * tick at 100 Hz, and 0.4 % of the average distance. It covers these roundings:
     *
     * <ul>
     *   <li>A float up to 256 m is off by 8e-6. A state holds the sum of start and path, which is off by twice that.
     *   <li>An extrapolation by one gap triples that error, and is itself rounded twice.
     *   <li>Blending adds this error to that of a later picture.
     * </ul>
     */
    static final float POSITION = 2.5e-4f;

    /**
     * The tolerance of a component of an orientation. It covers twice the error that {@code Interpolator} guarantees
     * for turns of up to 90 degrees (1e-6), plus three times the rounding error of a state.
     */
    static final float ORIENTATION = 4e-6f;

    /**
     * A factor of the largest expected error of an orientation. If half the angle of a turn is h, the quaternion moves
     * along a chord that is not longer than h. The error can be up to twice as long. It can begin at an orientation
     * that contains the rest of an earlier error (a second chord), and that sum was normalised.
     */
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
                return view + ", body " + body + (view.alive(body) ? " is shown although removed" : " is missing");
            }
            long birthTick = Births.tick(birth, reached);
            long hash = Life.hash(seed, body, birthTick);
            double birthNanos = birthTick * view.periodNanos;
            double endNanos = birthNanos + Life.nanos(hash);
            if (view.reachedNanos() > endNanos + CheckedPicture.ROUNDING_NANOS) {
                return view + ", body " + body + " shows the life that began at tick " + birthTick + " after its end";
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

    /**
     * Returns whether the body is where the reached state has it, and may be there. It may if a burst can have ended
     * its life, or if the rounding of times leaves open whether the planned end of its life is due.
     */
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

    /**
     * Returns whether the error of a body is its motion over some time, the same for all components and at
     * most {@link CheckedPicture#carriedNanos}.
     */
    private static boolean plausible(CheckedPicture view, int body, long hash) {
        float x = view.error[CheckedPicture.X][body];
        float y = view.error[CheckedPicture.Y][body];
        float z = view.error[CheckedPicture.Z][body];
        float fuel = view.error[CheckedPicture.LINEAR][body];
        float turn = view.turnError(body);
        if (Math.abs(x) + Math.abs(y) + Math.abs(z) + Math.abs(fuel) <= POSITION && turn <= ORIENTATION) {
            // Most bodies return here: extrapolation is exact for a body whose life does not end during it.
            return true;
        }
        float vx = Life.velocityX(hash);
        float vy = Life.velocityY(hash);
        float vz = Life.velocityZ(hash);
        float burning = Life.burning(hash);
        // The fastest component gives the most accurate time.
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
