package io.github.freestep.minestom;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;
import net.minestom.server.ServerFlag;

/**
 * Prints how evenly unmodified clients would show the ferry, whose ticks begin at different times. Arguments: the port,
 * and for how many seconds. For a game that ticks less often than 20 times a second, pass {@code -Dminestom.tps=5}.
 */
final class Evenness {
    private static final int CLIENTS = 10;
    private static final double TURN = 2; // m from where the ferry turns

    /** Threads have started by then, classes are compiled, and the server has learned when clients tick. */
    private static final int FIRST_SECOND = 8;

    private Evenness() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        int port = Integer.parseInt(args[0]);
        int ticks = 20 * (FIRST_SECOND + Integer.parseInt(args[1]));
        try (BlockServer server = new BlockServer(port, 1)) {
            Room room = server.rooms.get(0);
            long startNanos = System.nanoTime() + 3_000_000_000L;
            List<List<ClientMotion.Arrival>> arrivals = new ArrayList<>();
            List<HeadlessClient> clients = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                List<ClientMotion.Arrival> own = new ArrayList<>();
                arrivals.add(own);
                clients.add(new HeadlessClient(port, "watcher" + i, (entity, place) -> {
                    if (entity == room.entity(Crates.FERRY)) {
                        own.add(new ClientMotion.Arrival(System.nanoTime(), place.x()));
                    }
                }));
            }
            for (int i = 0; i < ticks * CLIENTS; i++) {
                for (long left; (left = startNanos + i * (ClientTicks.NANOS / CLIENTS) - System.nanoTime()) > 0; ) {
                    LockSupport.parkNanos(left);
                }
                if (clients.get(i % CLIENTS).plays()) {
                    clients.get(i % CLIENTS).tick();
                }
            }
            for (int i = 0; i < CLIENTS; i++) {
                long phaseNanos = i * (ClientTicks.NANOS / CLIENTS);
                long fromNanos = startNanos + FIRST_SECOND * 1_000_000_000L + phaseNanos;
                List<ClientMotion.Arrival> seen = new ArrayList<>(arrivals.get(i));
                seen.removeIf(arrival -> arrival.nanos() < fromNanos - ClientTicks.NANOS);
                print(seen, clients.get(i).moveTicks(room.entity(Crates.FERRY)), phaseNanos, fromNanos);
            }
        }
        System.exit(0); // Minestom leaves threads
    }

    private static void print(List<ClientMotion.Arrival> arrivals, int ticks, long phaseNanos, long fromNanos) {
        double x = arrivals.get(0).x();
        double squares = 0;
        double largest = 0;
        int count = 0;
        List<Double> moves = ClientMotion.moves(arrivals, ticks, fromNanos);
        for (double move : moves) {
            x += move;
            double error = Math.abs(move) / (Crates.FERRY_SPEED * ClientTicks.NANOS / 1e9) - 1;
            if (Math.min(x, Crates.FERRY_WAY / 2 - x) > TURN && count++ > 20) {
                squares += error * error;
                largest = Math.max(largest, Math.abs(error));
            }
        }
        System.out.printf(
                Locale.ROOT,
                "%d ticks per second, moved within %d client ticks, phase %2d ms: judder %.2f %%, worst tick %.0f %%,"
                        + " %d ticks%n",
                ServerFlag.SERVER_TICKS_PER_SECOND,
                ticks,
                phaseNanos / 1_000_000,
                100 * Math.sqrt(squares / (count - 21)),
                100 * largest,
                count - 21);
    }
}
