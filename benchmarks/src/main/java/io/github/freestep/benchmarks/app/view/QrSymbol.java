package io.github.freestep.benchmarks.app.view;

import java.util.Arrays;

/**
 * A QR code of version 6 with error correction level M, which has 41 x 41 modules and holds 106 bytes (ISO/IEC 18004).
 * Encoding again allocates nothing. For one thread.
 */
final class QrSymbol {
    static final int SIZE = 41;

    private static final int MAX_BYTES = 106;
    private static final int BLOCKS = 4;
    private static final int BLOCK_DATA = 27;
    private static final int BLOCK_CHECK = 16;
    private static final int DATA = BLOCKS * BLOCK_DATA;
    private static final int CODEWORDS = DATA + BLOCKS * BLOCK_CHECK;

    private static final int MASKS = 8;
    private static final int FIELD_POLYNOMIAL = 0x11D;
    private static final int FORMAT_POLYNOMIAL = 0x537;
    private static final int FORMAT_MASK = 0x5412;

    private static final int TIMING = 6;
    private static final int FINDER = 7;
    private static final int ALIGNMENT_CENTRE = 34;
    private static final int ALIGNMENT_RADIUS = 2;

    private static final int SAME_RUN = 5;
    private static final int BLOCK_PENALTY = 3;
    private static final int FINDER_PENALTY = 40;
    private static final int BALANCE_PENALTY = 10;

    private final byte[] generator = generator();
    private final byte[] codewords = new byte[CODEWORDS];
    private final byte[] data = new byte[DATA];
    private final byte[] check = new byte[BLOCK_CHECK];

    /** Modules of patterns, which carry no data. */
    private final boolean[] fixed = new boolean[SIZE * SIZE];

    private final boolean[] unmasked = new boolean[SIZE * SIZE];
    private final boolean[] modules = new boolean[SIZE * SIZE];
    private final int[] runs = new int[SIZE + 2];

    QrSymbol() {
        finder(0, 0);
        finder(SIZE - FINDER, 0);
        finder(0, SIZE - FINDER);
        for (int i = 0; i < SIZE; i++) {
            if (!fixed[at(i, TIMING)]) {
                fix(i, TIMING, i % 2 == 0);
                fix(TIMING, i, i % 2 == 0);
            }
        }
        for (int dy = -ALIGNMENT_RADIUS; dy <= ALIGNMENT_RADIUS; dy++) {
            for (int dx = -ALIGNMENT_RADIUS; dx <= ALIGNMENT_RADIUS; dx++) {
                boolean dark = Math.max(Math.abs(dx), Math.abs(dy)) != 1;
                fix(ALIGNMENT_CENTRE + dx, ALIGNMENT_CENTRE + dy, dark);
            }
        }
        format(0);
    }

    private static int at(int x, int y) {
        return y * SIZE + x;
    }

    private void fix(int x, int y, boolean dark) {
        fixed[at(x, y)] = true;
        unmasked[at(x, y)] = dark;
        modules[at(x, y)] = dark;
    }

    /** Draws the pattern of a corner, with the light modules around it. */
    private void finder(int left, int top) {
        for (int dy = -1; dy <= FINDER; dy++) {
            for (int dx = -1; dx <= FINDER; dx++) {
                int x = left + dx;
                int y = top + dy;
                if (x >= 0 && x < SIZE && y >= 0 && y < SIZE) {
                    int ring = Math.max(Math.abs(dx - FINDER / 2), Math.abs(dy - FINDER / 2));
                    fix(x, y, ring != 2 && ring != 4);
                }
            }
        }
    }

    /** Writes which mask is used, twice. Level M is 0 in the two bits before it. */
    private void format(int mask) {
        int remainder = mask << 10;
        for (int bit = 14; bit >= 10; bit--) {
            remainder ^= (remainder >>> bit & 1) * FORMAT_POLYNOMIAL << bit - 10;
        }
        int bits = (mask << 10 | remainder) ^ FORMAT_MASK;
        for (int i = 0; i < 15; i++) {
            boolean dark = (bits >>> i & 1) != 0;
            // Down the column beside the left finders, around the timing pattern.
            int y = i < TIMING ? i : i < 8 ? i + 1 : SIZE - 15 + i;
            fix(8, y, dark);
            // From the right along the row below the upper finders.
            int x = i < 8 ? SIZE - 1 - i : i < 9 ? 7 : 14 - i;
            fix(x, 8, dark);
        }
        fix(8, SIZE - 8, true);
    }

    /** Encodes bytes, with the mask that has the lowest penalty. */
    void encode(byte[] bytes) {
        if (bytes.length > MAX_BYTES) {
            throw new IllegalArgumentException("bytes must be at most " + MAX_BYTES + ", were " + bytes.length);
        }
        pack(bytes);
        protect();
        place();
        int best = 0;
        int least = Integer.MAX_VALUE;
        for (int mask = 0; mask < MASKS; mask++) {
            mask(mask);
            int penalty = penalty();
            if (penalty < least) {
                least = penalty;
                best = mask;
            }
        }
        mask(best);
    }

    /** Writes mode, length and bytes, of which each is half in one codeword and half in the next, and padding. */
    private void pack(byte[] bytes) {
        data[0] = (byte) (0x40 | bytes.length >>> 4);
        data[1] = (byte) (bytes.length << 4);
        for (int i = 0; i < bytes.length; i++) {
            data[i + 1] |= (byte) (bytes[i] >>> 4 & 0xF);
            data[i + 2] = (byte) (bytes[i] << 4);
        }
        for (int i = bytes.length + 2; i < DATA; i++) {
            data[i] = (byte) ((i - bytes.length) % 2 == 0 ? 0xEC : 0x11);
        }
    }

    /** Adds the check codewords (Reed-Solomon) of each block, and interleaves the blocks. */
    private void protect() {
        for (int block = 0; block < BLOCKS; block++) {
            Arrays.fill(check, (byte) 0);
            for (int i = 0; i < BLOCK_DATA; i++) {
                byte codeword = data[block * BLOCK_DATA + i];
                codewords[i * BLOCKS + block] = codeword;
                int factor = (codeword ^ check[0]) & 0xFF;
                for (int j = 0; j < BLOCK_CHECK; j++) {
                    int next = j + 1 < BLOCK_CHECK ? check[j + 1] : 0;
                    check[j] = (byte) (next ^ times(generator[j] & 0xFF, factor));
                }
            }
            for (int i = 0; i < BLOCK_CHECK; i++) {
                codewords[DATA + i * BLOCKS + block] = check[i];
            }
        }
    }

    /**
     * Returns the coefficients of the product of all (x - 2^i) for i below the degree, without the first, which is 1.
     */
    private static byte[] generator() {
        int[] product = new int[BLOCK_CHECK + 1];
        product[BLOCK_CHECK] = 1;
        int root = 1;
        for (int i = 0; i < BLOCK_CHECK; i++) {
            for (int j = 0; j < BLOCK_CHECK; j++) {
                product[j] = times(product[j], root) ^ product[j + 1];
            }
            product[BLOCK_CHECK] = times(product[BLOCK_CHECK], root);
            root = times(root, 2);
        }
        byte[] coefficients = new byte[BLOCK_CHECK];
        for (int i = 0; i < BLOCK_CHECK; i++) {
            coefficients[i] = (byte) product[i + 1];
        }
        return coefficients;
    }

    /** Multiplies in the field of 256 elements. */
    private static int times(int a, int b) {
        int product = 0;
        for (int bit = 7; bit >= 0; bit--) {
            product = product << 1 ^ (product >>> 7) * FIELD_POLYNOMIAL;
            product ^= (b >>> bit & 1) * a;
        }
        return product;
    }

    /** Fills the modules with bits, in columns of two from the right, up and down in turn, around all patterns. */
    private void place() {
        int bit = 0;
        boolean up = true;
        for (int right = SIZE - 1; right > 0; right -= right == TIMING + 2 ? 3 : 2) {
            for (int i = 0; i < SIZE; i++) {
                int y = up ? SIZE - 1 - i : i;
                for (int x = right; x >= right - 1; x--) {
                    if (!fixed[at(x, y)]) {
                        // The last seven modules are left over.
                        boolean isData = bit < CODEWORDS * Byte.SIZE;
                        unmasked[at(x, y)] = isData && (codewords[bit / 8] >>> 7 - bit % 8 & 1) != 0;
                        bit++;
                    }
                }
            }
            up = !up;
        }
    }

    private void mask(int mask) {
        format(mask);
        for (int y = 0; y < SIZE; y++) {
            for (int x = 0; x < SIZE; x++) {
                if (!fixed[at(x, y)]) {
                    modules[at(x, y)] = unmasked[at(x, y)] ^ inverts(mask, x, y);
                }
            }
        }
    }

    private static boolean inverts(int mask, int x, int y) {
        int product = x * y;
        return switch (mask) {
            case 0 -> (x + y) % 2 == 0;
            case 1 -> y % 2 == 0;
            case 2 -> x % 3 == 0;
            case 3 -> (x + y) % 3 == 0;
            case 4 -> (x / 3 + y / 2) % 2 == 0;
            case 5 -> product % 2 + product % 3 == 0;
            case 6 -> (product % 2 + product % 3) % 2 == 0;
            default -> ((x + y) % 2 + product % 3) % 2 == 0;
        };
    }

    private int penalty() {
        int penalty = 0;
        int dark = 0;
        for (int i = 0; i < SIZE; i++) {
            penalty += line(at(0, i), 1) + line(at(i, 0), SIZE);
            for (int x = 0; x < SIZE; x++) {
                boolean module = modules[at(x, i)];
                dark += module ? 1 : 0;
                boolean isBlock = x > 0
                        && i > 0
                        && module == modules[at(x - 1, i)]
                        && module == modules[at(x, i - 1)]
                        && module == modules[at(x - 1, i - 1)];
                penalty += isBlock ? BLOCK_PENALTY : 0;
            }
        }
        int all = SIZE * SIZE;
        // For each 5 % by which the share of dark modules is more than 5 % off a half.
        int off = (Math.abs(dark * 20 - all * 10) + all - 1) / all - 1;
        return penalty + off * BALANCE_PENALTY;
    }

    /** Returns the penalty of a row or a column for long runs, and for what looks like a finder. */
    private int line(int first, int step) {
        // Runs of light and of dark modules in turn. The first and the last are light, and may have no module.
        int last = 0;
        runs[0] = 0;
        for (int i = 0; i < SIZE; i++) {
            if (modules[first + i * step] != (last % 2 == 1)) {
                runs[++last] = 0;
            }
            runs[last]++;
        }
        if (last % 2 == 1) {
            runs[++last] = 0;
        }
        int penalty = 0;
        for (int i = 0; i <= last; i++) {
            penalty += runs[i] >= SAME_RUN ? runs[i] - 2 : 0;
        }
        // Around the symbol, everything is light.
        runs[0] += SIZE;
        runs[last] += SIZE;
        for (int i = 1; i + 5 <= last; i += 2) {
            int unit = runs[i];
            boolean isFinder =
                    runs[i + 1] == unit && runs[i + 2] == 3 * unit && runs[i + 3] == unit && runs[i + 4] == unit;
            if (isFinder) {
                int before = runs[i - 1];
                int after = runs[i + 5];
                penalty += before >= 4 * unit && after >= unit ? FINDER_PENALTY : 0;
                penalty += after >= 4 * unit && before >= unit ? FINDER_PENALTY : 0;
            }
        }
        return penalty;
    }

    /** Returns whether the module in this column from the left and this row from the top is dark. */
    boolean isDark(int x, int y) {
        return modules[at(x, y)];
    }
}
