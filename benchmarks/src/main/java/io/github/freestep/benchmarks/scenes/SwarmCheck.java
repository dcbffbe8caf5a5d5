package io.github.freestep.benchmarks.scenes;

/**
 * Compares every value of a picture of the swarm with its closed form at the shown time. {@link CheckedPicture}
 * explains the terms. Stateless except for the bursts, so any thread may use it. Allocates only to describe a flaw.
 *
 * <ol>
 *   <li>A body must be where its {@link Life} puts it at the shown time.
 *   <li>If the two states of the frame show different lives of the body, the body must instead be where the reached
 *       state has it. There are two such cases. The first: the reached state is the newer one, and the body was born
 *       after the tick of the older one. The second: the reached state is the older one, and the life is planned to end
 *       no later than at the newer one.
 *   <li>A burst may end a life early. So if there was a burst between the two states, and only then, the check accepts
 *       both places.
 *   <li>The check adds the error that the sampler blends out. That error must be what the body moves in some time, the
 *       same for all components, and at most the time for which the sampler can have extrapolated the body or held it
 *       in place. A resting body has no error.
 *   <li>The tick channel must have the tick of the last write: that of the reached state for a moving body, and that of
 *       the birth for a resting one.
 * </ol>
 */
record SwarmCheck(long seed, Bursts bursts, Activity activity) {
    /**
     * The tolerance of a component of a position, in metres: 13 % of the distance that the slowest component moves in a
     * tick at 100 Hz, and 0.4 % of the average distance. It covers these roundings:
     *
     * <ul>
     *   <li>A float up to 256 m is off by 8e-6. A state holds the sum of start and path, which is off by twice that.
     *   <li>An extrapolation by one gap triples that error, its curve may add four times it, and both are rounded.
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
     * along a chord that is not longer than h. The error can be up to twice as long. The picture from which the error
     * is measured can still contain the rest of an earlier error, which is a second chord. That picture was normalised
     * after that rest was added.
     */
    private static final float CHORDS = 2;

    String flaw(CheckedPicture view) {
        view.expected.within(POSITION, ORIENTATION);
        long reached = view.reachedTick();
        for (int body = 0; body < view.bodies; body++) {
            float birth = view.second[body];
            boolean alive = Births.alive(birth);
            if (alive != view.alive(body)) {
                return view + ", body " + body + (view.alive(body) ? " is shown although removed" : " is missing");
            }
            long birthTick = Births.tick(birth, reached);
            long hash = Life.hash(seed, body, birthTick);
            double birthNanos = birthTick * view.periodNanos;
            boolean moves = activity.moves(body, birthNanos, alive);
            float tick = (moves ? reached : birthTick) % CheckedScene.TICKS;
            if (view.ticks[body] != tick) {
                return view.wrongTick(body, tick);
            }
            double endNanos = birthNanos + activity.nanos(hash, body, birthNanos, alive);
            if (view.reachedNanos() > endNanos + CheckedPicture.ROUNDING_NANOS) {
                return view + ", body " + body + " still shows the life that began at tick " + birthTick
                        + ", but that life is over";
            }
            if (alive) {
                String flaw = moves ? flaw(view, body, hash, birthTick, birthNanos, endNanos) : flaw(view, body, hash);
                if (flaw != null) {
                    return flaw;
                }
            }
        }
        return null;
    }

    /** Says what is wrong with a body that moves; null if nothing is. */
    private String flaw(CheckedPicture view, int body, long hash, long birthTick, double birthNanos, double endNanos) {
        boolean stands = view.alpha >= 1
                ? birthTick > view.olderTick
                : endNanos <= view.newerNanos - CheckedPicture.ROUNDING_NANOS;
        float age = age((stands ? view.reachedNanos() : view.shownNanos) - birthNanos);
        if (!fits(view, body, hash, age) && !standsStill(view, body, hash, birthNanos, endNanos)) {
            fits(view, body, hash, age);
            return view.expected.wrong(body) + ", at the age of " + age + " s";
        }
        return view.left > 0 && !hasSmallError(view, body) && !plausible(view, body, hash)
                ? view.wrongError(body)
                : null;
    }

    /** Says what is wrong with a body that rests; null if nothing is. */
    private static String flaw(CheckedPicture view, int body, long hash) {
        if (!fits(view, body, hash, Activity.REST_AGE)) {
            return view.expected.wrong(body) + ", at rest";
        }
        return view.left > 0 && !hasSmallError(view, body) ? view.wrongError(body) : null;
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
     * Returns whether the error of a body is within rounding. For most bodies it is, because extrapolation is exact
     * unless the body's life ends meanwhile.
     */
    private static boolean hasSmallError(CheckedPicture view, int body) {
        float metres = Math.abs(view.error[CheckedPicture.X][body])
                + Math.abs(view.error[CheckedPicture.Y][body])
                + Math.abs(view.error[CheckedPicture.Z][body])
                + Math.abs(view.error[CheckedPicture.LINEAR][body]);
        return metres <= POSITION && view.turnError(body) <= ORIENTATION;
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
