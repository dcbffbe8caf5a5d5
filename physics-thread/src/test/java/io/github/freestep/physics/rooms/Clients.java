package io.github.freestep.physics.rooms;

/** Stands for the network of the README's server. */
interface Clients {
    void send(int room, long tick, int body, float x, float y);
}
