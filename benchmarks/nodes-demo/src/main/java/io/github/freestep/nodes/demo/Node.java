package io.github.freestep.nodes.demo;

import io.github.freestep.physics.nodes.RoomNodes;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * A node of the cluster, as a process. Takes commands from standard input, a line each: {@code wake 7}, {@code sleep
 * 7}, {@code move 7 127.0.0.1:25521}. All nodes need the same commands, because any of them may be the one that places
 * rooms. Reports to standard output, in lines that {@link Judge} reads. SIGTERM hands over all rooms.
 *
 * <p>The end of standard input ends the process at once, so that no node outlives the process that has started it.
 */
final class Node {
    private static final int RATE = 100;

    private Node() {}

    /** Arguments: the address for nodes (TCP) and clients (UDP), the store, and the folder for the worlds' steps. */
    public static void main(String[] args) {
        int status = 1;
        try {
            if (args.length > 2) {
                DemoWorld.log = new StepLog(Path.of(args[2]));
            }
            run(args[0], args[1]);
            status = 0;
        } catch (Throwable e) { // Scala also throws checked exceptions that no method declares
            e.printStackTrace(System.out);
        } finally {
            Runtime.getRuntime().halt(status); // Pekko's threads would continue
        }
    }

    /** Returns after the end of standard input. */
    private static void run(String address, String store) throws IOException {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        RoomNodes nodes = RoomNodes.builder((room, owner) -> new DemoWorld(room, owner))
                .store(Stores.open(store))
                .address(address)
                .rate(RATE)
                .threads(2)
                .events(new NodeLog(out))
                .start();
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] words = line.split(" ");
            int room = Integer.parseInt(words[1]);
            switch (words[0]) {
                case "wake" -> nodes.open(room);
                case "sleep" -> nodes.close(room);
                case "move" -> nodes.move(room, words[2]);
                default -> throw new IOException("expected wake, sleep or move, but was " + line);
            }
        }
    }
}
