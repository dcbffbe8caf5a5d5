package io.github.freestep.benchmarks.scenes;

/**
 * Checks a picture of an engine's bodies by the marks that they carry. States are exact; in a frame each position must be that of
 * its time on the line between its two states, or beyond it, to within rounding. Of an orientation in a frame it is only
 * known that its length is one. Stateless but for the bursts, and so safe for use by any number of threads; allocates only to
 * tell a flaw.
 */
final class BoxCheck {
    /** Of the size of what is added up: a few roundings each of the states, of a frame, of what is carried on and blended. */
    private static final float ROUNDING = 2e-6f;

    /** Metres that a value may have been at in a state, and is not near in the frame. */
    private static final float ELSEWHERE = 200;

    private static final float LENGTH = 1e-4f;

    private final Bursts bursts;

    BoxCheck(Bursts bursts) {
        this.bursts = bursts;
    }

    String flaw(CheckedPicture view) {
        float older = view.olderTick % Marks.TICKS;
        float newer = view.newerTick % Marks.TICKS;
        float shown = (float) (older + view.alpha * (newer - older));
        float reached = view.alpha >= 1 ? newer : older;
        for (int body = 0; body < view.bodies; body++) {
            boolean there = view.second[body] != Marks.GONE;
            if (there != view.alive(body)) {
                return view + ", body " + body + (there ? " is missing" : " is shown and is gone");
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
        // Not "off by more", which is false of what is not a number.
        boolean fits = Math.abs(tick - shown) <= rounding
                || Math.abs(tick - reached) <= rounding && bursts.between(view.olderTick, view.newerTick);
        if (!fits) {
            return "its place is that of tick " + tick + ", and should be that of " + shown;
        }
        return view.isState() && view.second[body] != sum(view, body)
                ? "its sum is " + (int) view.second[body] + " and not " + (int) sum(view, body)
                : length(view, body);
    }

    private static String length(CheckedPicture view, int body) {
        float qx = view.all[CheckedPicture.QX][body];
        float qy = view.all[CheckedPicture.QY][body];
        float qz = view.all[CheckedPicture.QZ][body];
        float qw = view.all[CheckedPicture.QW][body];
        float square = qx * qx + qy * qy + qz * qz + qw * qw;
        return Math.abs(square - 1) <= LENGTH ? null : "its orientation has a length of " + Math.sqrt(square);
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
