package io.github.freestep.testing;

import java.io.IOException;
import java.net.DatagramSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** Finds UDP ports that no process uses. */
public final class FreePorts {
    private FreePorts() {}

    /** Returns the first of some free ports in a row. Below those that the system gives to sockets without a port. */
    public static int inARow(int count) {
        while (true) {
            int first = ThreadLocalRandom.current().nextInt(21_000, 31_000);
            if (areFree(first, count)) {
                return first;
            }
        }
    }

    private static boolean areFree(int first, int count) {
        List<DatagramSocket> open = new ArrayList<>();
        try {
            for (int port = first; port < first + count; port++) {
                open.add(new DatagramSocket(port));
            }
            return true;
        } catch (IOException taken) {
            return false;
        } finally {
            open.forEach(DatagramSocket::close);
        }
    }
}
