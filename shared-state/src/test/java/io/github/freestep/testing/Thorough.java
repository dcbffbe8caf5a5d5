package io.github.freestep.testing;

/**
 * Selects the long versions of tests: with {@code -Dthorough}, which CI sets, they explore larger models and run more
 * seeds. Without it they still cover every promise, in a time that a developer waits for.
 */
public final class Thorough {
    private static final boolean ON = System.getProperty("thorough") != null;

    private Thorough() {}

    public static boolean isOn() {
        return ON;
    }

    /** Prints figures in the long version only, because only who looks for them reads them. */
    public static void print(String figures) {
        if (ON) {
            System.out.println(figures);
        }
    }

    /** Returns how many rounds or seeds to run. */
    public static int of(int usually, int thorough) {
        return ON ? thorough : usually;
    }
}
