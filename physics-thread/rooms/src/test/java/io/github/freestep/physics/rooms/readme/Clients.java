package io.github.freestep.physics.rooms.readme;

/** Stands for the network of that server. */
interface Clients {
    void send(int room, long tick, int body, float x, float y);
}
