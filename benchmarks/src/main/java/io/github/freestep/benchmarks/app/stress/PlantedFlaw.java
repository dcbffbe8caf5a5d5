package io.github.freestep.benchmarks.app.stress;

/** The flaw that a run plants in itself, and whether it was put in yet. Thread-safe. */
final class PlantedFlaw {
    static final PlantedFlaw NONE = new PlantedFlaw(Plant.NONE);

    private final Plant plant;
    private volatile boolean putIn;

    PlantedFlaw(Plant plant) {
        this.plant = plant;
    }

    /** Returns whether the run has this flaw; if so, the caller puts it in now. */
    boolean puts(Plant flaw) {
        if (plant != flaw) {
            return false;
        }
        putIn = true;
        return true;
    }

    /** Returns whether the run may end. Some flaws are only found at its end. */
    boolean isFound(Violations violations) {
        return plant != Plant.NONE && violations.total() > 0;
    }

    /** Adds a violation for a flaw that was never put in. It proves nothing that the run did not find it. */
    void requirePutIn(Violations violations) {
        if (plant != Plant.NONE && !putIn) {
            violations.add(
                    Promise.FAULT,
                    "the planted flaw " + plant + " was never put in; give the run more time, ticks, frames, inputs or"
                            + " states in a window");
        }
    }
}
