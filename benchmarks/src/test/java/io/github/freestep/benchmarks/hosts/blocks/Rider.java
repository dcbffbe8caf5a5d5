package io.github.freestep.benchmarks.hosts.blocks;

/** An entity of the game that stands on a ship. */
public class Rider {
    final int ship;
    double x;
    double y;
    double z;

    public Rider(int ship) {
        this.ship = ship;
    }

    public void stand(double newX, double newY, double newZ) {
        x = newX;
        y = newY;
        z = newZ;
    }
}
