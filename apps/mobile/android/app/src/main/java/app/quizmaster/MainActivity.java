package app.quizmaster;

import com.getcapacitor.BridgeActivity;

public class MainActivity extends BridgeActivity {}
