package io.github.freestep.benchmarks.readme;

/** The loop that the main page begins with: what most games have. */
abstract class UsualLoop {
    private static final double DT = 1 / 100.0;

    private double accumulator;

    /** The reader's own world, without Freestep. */
    interface World {
        void step(double seconds);
    }

    void run(World world) {
        double before = seconds();
        while (isOpen()) {
            double now = seconds();
            accumulator += now - before;
            before = now;
            while (accumulator >= DT) { // such as 1/100 s
                world.step(DT);
                accumulator -= DT;
            }
            draw(world);
        }
    }

    abstract boolean isOpen();

    abstract double seconds();

    abstract void draw(World world);
}
