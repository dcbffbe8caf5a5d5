package io.github.freestep.minestom;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import net.minestom.server.ServerFlag;

/**
 * Prints how evenly an unmodified client would show the ferry. Arguments: the port, and for how many seconds. For a
 * game that ticks less often than 20 times a second, pass {@code -Dminestom.tps=5}.
 */
final class Evenness {
    private static final int PHASES = 10; // the ticks of a client begin at any time
    private static final double TURN = 2; // m from where the ferry turns

    private Evenness() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        int port = Integer.parseInt(args[0]);
        List<ClientMotion.Arrival> arrivals = new ArrayList<>();
        try (BlockServer server = new BlockServer(port, 1)) {
            Room room = server.rooms.get(0);
            try (HeadlessClient client = new HeadlessClient(port, "watcher", (entity, place) -> {
                if (entity == room.entity(Crates.FERRY)) {
                    arrivals.add(new ClientMotion.Arrival(System.nanoTime(), place.x()));
                }
            })) {
                while (!client.plays()) {
                    Thread.sleep(10);
                }
                Thread.sleep(5_000); // threads have started by then, and classes are compiled
                int first = arrivals.size();
                Thread.sleep(1_000 * Long.parseLong(args[1]));
                client.plays();
                for (int phase = 0; phase < PHASES; phase++) {
                    print(
                            List.copyOf(arrivals.subList(first, arrivals.size())),
                            client.moveTicks(room.entity(Crates.FERRY)),
                            phase * ClientMotion.TICK_NANOS / PHASES);
                }
            }
        }
        System.exit(0); // Minestom leaves threads
    }

    private static void print(List<ClientMotion.Arrival> arrivals, int ticks, long phaseNanos) {
        double x = arrivals.get(0).x();
        double squares = 0;
        double largest = 0;
        int count = 0;
        List<Double> moves = ClientMotion.moves(arrivals, ticks, arrivals.get(0).nanos() + phaseNanos);
        for (double move : moves) {
            x += move;
            double error = Math.abs(move) / (Crates.FERRY_SPEED * ClientMotion.TICK_NANOS / 1e9) - 1;
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
