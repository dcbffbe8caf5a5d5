package io.github.freestep.benchmarks.report;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A page in headless Chromium, driven by its DevTools protocol. A test that opens one is skipped where there is no
 * Chromium. For one thread.
 */
public final class Browser implements AutoCloseable {
    private static final int PATIENCE_SECONDS = 60;

    private final Process process;
    private final WebSocket socket;
    private final BlockingQueue<Map<?, ?>> answers = new LinkedBlockingQueue<>();
    private final List<Map<?, ?>> events = Collections.synchronizedList(new ArrayList<>());
    private final Semaphore loaded = new Semaphore(0);
    private int lastId;

    private Browser(Process process, String address) throws Exception {
        this.process = process;
        socket = HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .buildAsync(URI.create(address), new Listener())
                .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    /** Starts a browser with an empty page. Its profile stays in the folder {@code target}. */
    public static Browser open() throws Exception {
        Path chromium = Stream.of("chromium", "chromium-browser", "google-chrome")
                .map(name -> Path.of("/usr/bin", name))
                .filter(Files::isExecutable)
                .findFirst()
                .orElse(null);
        assumeTrue(chromium != null, "no Chromium under /usr/bin: the pages are not tried in a browser");
        Path profile = Files.createTempDirectory(Files.createDirectories(Path.of("target")), "chromium");
        List<String> command = new ArrayList<>(List.of(chromium.toString(), "--headless", "--no-sandbox"));
        command.addAll(List.of("--disable-gpu", "--disable-quic", "--no-first-run", "--disable-component-update"));
        command.addAll(List.of("--disable-background-networking", "--disable-sync", "--disable-dev-shm-usage"));
        command.addAll(List.of(
                "--window-size=1280,1400", "--remote-debugging-port=0", "--user-data-dir=" + profile.toAbsolutePath()));
        command.add("about:blank");
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try {
            BufferedReader lines = process.inputReader();
            String prefix = "DevTools listening on ws://";
            String line = lines.readLine();
            while (line != null && !line.startsWith(prefix)) {
                line = lines.readLine();
            }
            assumeTrue(line != null, chromium + " does not start: the pages are not tried in a browser");
            // Chromium must never wait for somebody to read what it says.
            Thread reader = new Thread(() -> lines.lines().forEach(said -> {}), "chromium-output");
            reader.setDaemon(true);
            reader.start();
            String host = line.substring(prefix.length()).split("/")[0];
            return new Browser(process, pageAddress(host));
        } catch (Exception e) {
            process.destroyForcibly();
            throw e;
        }
    }

    /** Waits for the page, which may open after the port does. */
    private static String pageAddress(String host) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://" + host + "/json/list"))
                .build();
        long since = System.nanoTime();
        String list;
        do {
            list = HttpClient.newHttpClient()
                    .send(request, HttpResponse.BodyHandlers.ofString())
                    .body();
            for (Object target : (List<?>) new JsonReader(list).all()) {
                Map<?, ?> page = (Map<?, ?>) target;
                if ("page".equals(page.get("type"))) {
                    return (String) page.get("webSocketDebuggerUrl");
                }
            }
            TimeUnit.MILLISECONDS.sleep(100);
        } while (System.nanoTime() - since < TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS));
        throw new IOException("Chromium has no page: " + list);
    }

    private final class Listener implements WebSocket.Listener {
        private final StringBuilder message = new StringBuilder();

        @Override
        public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
            message.append(data);
            if (last) {
                Map<?, ?> all = (Map<?, ?>) new JsonReader(message.toString()).all();
                message.setLength(0);
                if (all.containsKey("id")) {
                    answers.add(all);
                } else {
                    events.add(all);
                    loaded.release("Page.loadEventFired".equals(all.get("method")) ? 1 : 0);
                }
            }
            from.request(1);
            return null;
        }

        @Override
        public void onError(WebSocket from, Throwable error) {
            answers.add(Map.of("error", error.toString()));
        }
    }

    /** Calls a method of the DevTools protocol and returns its result. */
    public Map<?, ?> call(String method, Map<String, Object> parameters) throws Exception {
        Map<String, Object> message = new LinkedHashMap<>();
        message.put("id", ++lastId);
        message.put("method", method);
        message.put("params", parameters);
        socket.sendText(Json.write(message), true).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        Map<?, ?> answer = answers.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        if (answer == null || answer.get("error") != null) {
            throw new IOException(method + " failed: " + answer);
        }
        return (Map<?, ?>) answer.get("result");
    }

    /** Goes to a file and waits until it is loaded. */
    public Browser load(Path file) throws Exception {
        for (String domain : List.of("Page", "Runtime", "Network", "Log")) {
            call(domain + ".enable", Map.of());
        }
        events.clear();
        loaded.drainPermits();
        call("Page.navigate", Map.of("url", file.toUri().toString()));
        if (!loaded.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            throw new IOException(file + " was not loaded within " + PATIENCE_SECONDS + " s");
        }
        return this;
    }

    /** Returns the parameters of the events of this name since the page was loaded. */
    public List<Map<?, ?>> events(String name) {
        synchronized (events) {
            List<Map<?, ?>> found = new ArrayList<>();
            events.stream()
                    .filter(event -> name.equals(event.get("method")))
                    .forEach(event -> found.add((Map<?, ?>) event.get("params")));
            return found;
        }
    }

    /** Evaluates an expression, or awaits a promise, in the page. */
    public Object evaluate(String expression) throws Exception {
        Map<?, ?> answer = call(
                "Runtime.evaluate",
                Map.of("expression", expression, "returnByValue", true, "awaitPromise", true, "userGesture", true));
        if (answer.get("exceptionDetails") != null) {
            throw new IOException(expression + ": " + answer.get("exceptionDetails"));
        }
        return ((Map<?, ?>) answer.get("result")).get("value");
    }

    /** Waits until this many pictures were drawn. */
    public void frames(int count) throws Exception {
        evaluate("new Promise(done => { let left = " + count
                + "; const next = () => --left < 0 ? done() : requestAnimationFrame(next); next(); })");
    }

    /** Writes what is on screen to a PNG file. */
    public void screenshot(Path file) throws Exception {
        String data = (String) call("Page.captureScreenshot", Map.of()).get("data");
        Files.createDirectories(file.getParent());
        Files.write(file, Base64.getDecoder().decode(data.getBytes(StandardCharsets.US_ASCII)));
    }

    @Override
    public void close() {
        socket.abort();
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().onExit().join();
    }
}
