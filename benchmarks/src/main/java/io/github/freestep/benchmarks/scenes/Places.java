package io.github.freestep.benchmarks.scenes;

/** Where boxes of a metre are at first: the middle of each, above a floor at height zero. Immutable, but for its arrays. */
public final class Places {
    private static final float APART = 1.1f;
    private static final float ABOVE = 1.2f;

    /** Of each layer of a pile, so that no column stands. */
    private static final float ASIDE = 0.07f;

    /** Every other layer of a wall. By half a box, the last one of a layer would tip. */
    private static final float BOND = 0.4f;

    /** Along x, box by box. */
    public final float[] x;

    /** Height. */
    public final float[] y;

    /** Along z. */
    public final float[] z;

    private Places(int boxes) {
        x = new float[boxes];
        y = new float[boxes];
        z = new float[boxes];
    }

    /**
     * Layers in the air, which fall into a heap.
     *
     * @param boxes how many, at least 1
     * @return a cube of them
     */
    public static Places pile(int boxes) {
        int side = (int) Math.ceil(Math.cbrt(boxes));
        return layers(boxes, side, side);
    }

    /**
     * The same in the plane z = 0.
     *
     * @param boxes how many, at least 1
     * @return a square of them
     */
    public static Places flatPile(int boxes) {
        return layers(boxes, (int) Math.ceil(Math.sqrt(boxes)), 1);
    }

    private static Places layers(int boxes, int wide, int deep) {
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
     * A wall of bricks in the plane z = 0, as high as it is wide.
     *
     * @param boxes how many, at least 1
     * @return standing
     */
    public static Places wall(int boxes) {
        int wide = (int) Math.ceil(Math.sqrt(boxes));
        Places places = new Places(boxes);
        for (int i = 0; i < boxes; i++) {
            int layer = i / wide;
            places.x[i] = i % wide - (wide - 1) * 0.5f + layer % 2 * BOND;
            places.y[i] = 0.5f + layer;
        }
        return places;
    }

    /**
     * How many there are.
     *
     * @return the length of each array
     */
    public int count() {
        return x.length;
    }
}
