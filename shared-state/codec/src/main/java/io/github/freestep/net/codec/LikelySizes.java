package io.github.freestep.net.codec;

/**
 * Fixed codes for the sizes of numbers, for a coder that does not learn. For each model of sizes, an array has the
 * least of four adjacent sizes that are likely: those take 3 bits, and others 5. Without likely ones, all take 4.
 */
public final class LikelySizes {
    /** Stands for no likely sizes. */
    public static final int NONE = -1;

    /** The bits of a size, and those of a likely one; another bit says which of the two follows. */
    static final int SYMBOL = 4;

    static final int LIKELY = 2;

    private LikelySizes() {}
}
