package io.github.freestep.benchmarks.scenes;

/**
 * Checks a picture of an engine's bodies by their {@link Marks}. {@link CheckedPicture} explains the terms. Stateless
 * except for the bursts, so any thread may use it. Allocates only to describe a flaw.
 *
 * <ul>
 *   <li>A state must match its checksums exactly.
 *   <li>In a frame, each position must lie on the line through the positions in the two states, at the point for the
 *       frame's time, to within rounding. Of an orientation, only the length is checked: it must be 1.
 * </ul>
 */
record BoxCheck(Bursts bursts) {
    /**
     * The tolerance of a mark, relative to the weighted sum of the absolute coordinates. The states, the frame,
     * extrapolation and blending each add a few roundings.
     */
    private static final float ROUNDING = 2e-6f;

    /**
     * Added to that sum, in metres. In a state, a coordinate may be this much larger than in the frame, so its rounding
     * error may be larger, too.
     */
    private static final float ELSEWHERE = 200;

    private static final float LENGTH = 1e-4f;

    String flaw(CheckedPicture view) {
        float older = view.olderTick % Marks.TICKS;
        float newer = view.newerTick % Marks.TICKS;
        float shown = (float) (older + view.alpha * (newer - older));
        float reached = view.alpha >= 1 ? newer : older;
        for (int body = 0; body < view.bodies; body++) {
            boolean there = view.second[body] != Marks.GONE;
            if (there != view.alive(body)) {
                return view + ", body " + body + (there ? " is missing" : " is shown although removed");
            }
            if (there) {
                String flaw = flaw(view, body, shown, reached);
                if (flaw != null) {
                    return view + ", body " + body + " is " + view.values(body) + ": " + flaw;
                }
            }
        }
        return null;
    }

    private String flaw(CheckedPicture view, int body, float shown, float reached) {
        float x = view.corrected(CheckedPicture.X, body);
        float y = view.corrected(CheckedPicture.Y, body);
        float z = view.corrected(CheckedPicture.Z, body);
        float tick = view.corrected(CheckedPicture.LINEAR, body) - Marks.place(x, y, z);
        float rounding = ROUNDING * (Math.abs(x) + 2 * Math.abs(y) + 3 * Math.abs(z) + ELSEWHERE);
        // NaN does not fit, because every comparison with it is false.
        boolean fits = Math.abs(tick - shown) <= rounding
                || Math.abs(tick - reached) <= rounding && bursts.between(view.olderTick, view.newerTick);
        if (!fits) {
            return "its place is that of tick " + tick + ", expected that of tick " + shown;
        }
        return view.isState() && view.second[body] != sum(view, body)
                ? "its checksum is " + (int) view.second[body] + ", expected " + (int) sum(view, body)
                : length(view, body);
    }

    private static String length(CheckedPicture view, int body) {
        float qx = view.all[CheckedPicture.QX][body];
        float qy = view.all[CheckedPicture.QY][body];
        float qz = view.all[CheckedPicture.QZ][body];
        float qw = view.all[CheckedPicture.QW][body];
        float square = qx * qx + qy * qy + qz * qz + qw * qw;
        return Math.abs(square - 1) <= LENGTH
                ? null
                : "its orientation has length " + Math.sqrt(square) + ", expected 1";
    }

    private static float sum(CheckedPicture view, int body) {
        float[][] all = view.all;
        int bits = Marks.bits(
                all[CheckedPicture.X][body],
                all[CheckedPicture.Y][body],
                all[CheckedPicture.Z][body],
                all[CheckedPicture.QX][body],
                all[CheckedPicture.QY][body],
                all[CheckedPicture.QZ][body],
                all[CheckedPicture.QW][body]);
        return Marks.sum(bits, view.ticks[body]);
    }
}
