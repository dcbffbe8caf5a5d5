package io.github.freestep.physics.clock;

import io.github.freestep.physics.Physics;

/** The loop of the page, on the thread that reads the device. */
record DeviceLoop(Device device, Physics physics, FollowingClock clock) {
    void run() {
        clock.follow(physics, 1_000); // cycles per second
        while (device.isOn()) {
            long readNanos = device.read(); // waits for the next cycle, returns System.nanoTime()
            clock.cycle(readNanos);
            physics.input().axis(0, device.angle()); // for the tick that is due half a cycle later
        }
        clock.unfollow();
    }
}
