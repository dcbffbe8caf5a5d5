package io.github.freestep.benchmarks.app.compare.loops;

/** The ways from a key to the picture that are compared. */
public enum KeyWay {
    LOOP("7a accumulator, interpolated", false, false, false, 100),
    LATE_LOOP("7a, beginning its frames late", false, false, true, 100),
    POLLED("Freestep, polled and sampled at once", true, false, false, 100),
    POLLED_EARLY("Freestep, polled, then sampled late", true, false, true, 100),
    OWN_WAY("Freestep, input on its own way", true, true, false, 100),
    OWN_WAY_LATE("Freestep, own way, sampled late", true, true, true, 100),
    OWN_WAY_200("Freestep, own way, late, 200 Hz", true, true, true, 200);

    private final String label;

    /** Whether Freestep's service steps, instead of the loop. */
    final boolean isService;

    /** Whether a callback posts each key at once, instead of the loop, which polls it at the refresh. */
    final boolean hasOwnWay;

    /** Whether frames begin as late as they can. A loop then polls late, too. */
    final boolean isLate;

    final int rate;

    KeyWay(String label, boolean isService, boolean hasOwnWay, boolean isLate, int rate) {
        this.label = label;
        this.isService = isService;
        this.hasOwnWay = hasOwnWay;
        this.isLate = isLate;
        this.rate = rate;
    }

    @Override
    public String toString() {
        return label;
    }
}
