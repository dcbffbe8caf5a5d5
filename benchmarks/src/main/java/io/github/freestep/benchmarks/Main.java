package io.github.freestep.benchmarks;

/** Placeholder. */
final class Main {
    private Main() {}

    public static void main(String[] args) {}
}
