package io.github.freestep.render;

/** Measures how evenly the shown time moves, compared with the time that passed, once the clock has settled. */
record Judder(double rms, int frozen, int jumping, int backward) {
    static Judder of(long[] frames, long[] shown, double fromSeconds) {
        double sum = 0;
        int count = 0;
        int frozen = 0;
        int jumping = 0;
        int backward = 0;
        for (int i = 1; i < frames.length; i++) {
            if (frames[i - 1] < fromSeconds * 1e9) {
                continue;
            }
            double off = (double) (shown[i] - shown[i - 1]) / (frames[i] - frames[i - 1]) - 1;
            sum += off * off;
            count++;
            frozen += off < -0.5 ? 1 : 0;
            jumping += off > 0.5 ? 1 : 0;
            backward += shown[i] < shown[i - 1] ? 1 : 0;
        }
        return new Judder(100 * Math.sqrt(sum / count), frozen, jumping, backward);
    }

    int faults() {
        return frozen + jumping + backward;
    }
}
