package io.github.freestep.real;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/** Plays the programs of a host in a folder with Freestep and without it, and prints what differs. */
final class Real {
    /** Begins what is known of a play that has not reached its end. */
    static final String FAILED = "failed: ";

    /** Fewer equal programs than this share of those of a host that play without Freestep are a failure. */
    private static final double EQUAL = 0.95;

    private final String[] rates;
    private final String seconds;
    private int playing;
    private int equal;

    private Real(String rates, String seconds) {
        this.rates = rates.split(",");
        this.seconds = seconds;
    }

    /** Arguments: the folder, the frames a second from few to many with commas between, the seconds. */
    public static void main(String[] args) throws IOException {
        Path folder = Path.of(args[0]);
        if (!Files.isDirectory(folder)) {
            System.out.println("no real programs in " + folder + ": skipped");
            return;
        }
        List<Project> projects = Project.in(folder, Path.of("target", "games").toAbsolutePath());
        boolean isEqual = true;
        for (Host host : Host.values()) {
            Real real = new Real(args[1], args[2]);
            System.out.printf("%n%s%n%-23s lines       equal at these frames a second%n", host.title, "program");
            projects.stream().filter(each -> each.host == host).forEach(real::compare);
            System.out.printf("%n%d of %d programs that play without Freestep are equal%n", real.equal, real.playing);
            isEqual &= real.playing > 0 && real.equal >= EQUAL * real.playing;
        }
        System.exit(isEqual ? 0 : 1);
    }

    private void compare(Project project) {
        List<String> fit = project.programs().stream().filter(project::fits).toList();
        CompletableFuture<Map<String, String>> withFreestep =
                CompletableFuture.supplyAsync(() -> play(project, true, false, fit));
        Map<String, String> stock = play(project, false, false, fit);
        Map<String, String> ours = withFreestep.join();
        List<String> odd = fit.stream()
                .filter(each ->
                        Stream.of(rates).anyMatch(fps -> !stock.get(each + fps).equals(ours.get(each + fps))))
                .toList();
        Map<String, String> again = play(project, false, true, odd);
        for (String each : project.programs()) {
            String verdict = fit.contains(each)
                    ? verdict(each, stock, ours, again)
                    : "refused because it has no " + project.host.replaced;
            if (fit.contains(each) && project.lines(each).matches(".*[+-]0 .*")) {
                throw new IllegalStateException("an edit for " + project.host + " finds nothing to change in " + each);
            }
            System.out.printf("%-23s %s %s%n", each.substring(each.lastIndexOf('.') + 1), project.lines(each), verdict);
        }
        project.broken.forEach((name, why) -> System.out.println(name + " does not compile: " + why));
        project.refused.forEach((name, why) -> System.out.println(name + " compiles only without Freestep: " + why));
    }

    private String verdict(
            String program, Map<String, String> stock, Map<String, String> ours, Map<String, String> again) {
        ArrayDeque<String> verdict = new ArrayDeque<>();
        // How many steps both take at the highest rate at which they are equal.
        int allSteps = -1;
        boolean isOther = false;
        for (int i = rates.length - 1; i >= 0; i--) {
            String fps = rates[i];
            String before = stock.get(program + fps);
            String after = ours.get(program + fps);
            if (before.startsWith(FAILED)) {
                verdict.push(fps + " does not play without Freestep, " + before);
            } else if (before.equals(after)) {
                allSteps = Math.max(allSteps, steps(after));
                verdict.push(fps);
            } else if (!before.equals(again.get(program + fps))) {
                verdict.push(fps + " cannot be compared, because two plays without Freestep differ");
            } else if (steps(before) < steps(after) && Math.abs(steps(after) - allSteps) <= 2) {
                // Not exactly as many, because a key that pauses or resets a game waits for a frame: up to two steps.
                verdict.push("%s cannot be compared, because without Freestep, it takes %d of %d steps"
                        .formatted(fps, steps(before), steps(after)));
            } else {
                isOther = true;
                verdict.push(fps + (after.startsWith(FAILED) ? " refused, " : " differs, ") + after + " for " + before);
            }
        }
        playing += Stream.of(rates).allMatch(fps -> stock.get(program + fps).startsWith(FAILED)) ? 0 : 1;
        equal += allSteps > 0 && !isOther ? 1 : 0;
        return String.join("; ", verdict);
    }

    private static int steps(String found) {
        return found.startsWith(FAILED) ? -1 : Integer.parseInt(found.substring(0, found.indexOf(' ')));
    }

    /** Plays programs in other processes, of which one ends when its program crashes or hangs. */
    private Map<String, String> play(Project project, boolean isOurs, boolean isAgain, List<String> programs) {
        Map<String, String> found = new TreeMap<>();
        List<String> left = new ArrayList<>(programs);
        while (!left.isEmpty()) {
            List<String> command = new ArrayList<>(List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Djava.awt.headless=true",
                    // Another play has other hash codes, because programs go through sets of objects.
                    "-XX:+UnlockExperimentalVMOptions",
                    "-XX:+IgnoreUnrecognizedVMOptions",
                    isAgain ? "-XX:hashCode=0" : "-XX:hashCode=5",
                    "-XX:TieredStopAtLevel=1",
                    "-cp",
                    System.getProperty("java.class.path") + File.pathSeparator + project.resources(),
                    Player.class.getName(),
                    project.host.name(),
                    project.classes(isOurs).toString(),
                    String.join(",", rates),
                    seconds));
            command.addAll(left);
            ProcessBuilder process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD);
            try (BufferedReader out = process.start().inputReader()) {
                for (String line = out.readLine(); line != null; line = out.readLine()) {
                    String[] parts = line.split("\t");
                    if (parts[0].equals(Player.PLAYED)) {
                        found.put(parts[1] + parts[2], parts[3]);
                    }
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            left.removeIf(each -> found.containsKey(each + rates[rates.length - 1]));
            if (!left.isEmpty()) {
                String ended = left.remove(0);
                Stream.of(rates).forEach(fps -> found.putIfAbsent(ended + fps, FAILED + "its process ends or hangs"));
            }
        }
        return found;
    }
}
