package io.github.freestep.benchmarks.scenes;

/**
 * The start positions of boxes that are 1 m wide: their centres, above a floor at height 0. Immutable except for
 * its arrays.
 */
public final class Places {
    private static final float APART = 1.1f;
    private static final float ABOVE = 1.2f;

    /** How far each layer of a pile is shifted against the one below, so that no column of boxes stays upright. */
    private static final float ASIDE = 0.07f;

    /** Positions along x, one for each box. */
    public final float[] x;

    /** Heights, one for each box. */
    public final float[] y;

    /** Positions along z, one for each box. */
    public final float[] z;

    private Places(int boxes) {
        x = new float[boxes];
        y = new float[boxes];
        z = new float[boxes];
    }

    /**
     * Makes a cube of boxes in the air, which falls into a heap.
     *
     * @param boxes their number, at least 1
     * @return their places
     */
    public static Places pile(int boxes) {
        int side = (int) Math.ceil(Math.cbrt(boxes));
        return layers(boxes, side, side);
    }

    /**
     * Makes a square of boxes in the air, in the plane z = 0, which falls into a heap.
     *
     * @param boxes their number, at least 1
     * @return their places
     */
    public static Places flatPile(int boxes) {
        return layers(boxes, (int) Math.ceil(Math.sqrt(boxes)), 1);
    }

    static Places layers(int boxes, int wide, int deep) {
        Places places = new Places(boxes);
        for (int i = 0; i < boxes; i++) {
            int layer = i / (wide * deep);
            places.x[i] = (i % wide - (wide - 1) * 0.5f) * APART + layer * ASIDE;
            places.y[i] = 0.5f + layer * ABOVE;
            places.z[i] = (i / wide % deep - (deep - 1) * 0.5f) * APART;
        }
        return places;
    }

    /**
     * Returns the number of boxes.
     *
     * @return the length of each array
     */
    public int count() {
        return x.length;
    }
}
